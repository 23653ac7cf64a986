// The rules of minigrad's operations (minigrad/ops) for plain numbers: the value of each, and the share
// of a gradient g that it sends to each input. Some rules differ if an input is a constant number.

// Return 1 as C and Python do in the cases for which JavaScript returns nan.
function power(base, exponent) {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  return base ** exponent;
}

function powerOfNumber(x, n) {
  if (Math.abs(n) === 0.5) return n > 0 ? Math.sqrt(x) : 1 / Math.sqrt(x);
  if (n === 3) return x * x * x;
  return n === -2 ? 1 / (x * x) : power(x, n);
}

function slopeOfExponential(base, n, out) {
  if (base === 0) return n >= 0 ? 0 : out * -Infinity;
  return out * (base > 0 ? Math.log(base) : NaN);
}

// The part of a gradient that goes to the larger of two inputs. In a tie, each receives half.
const toLarger = (g, a, b) => (a === b ? g / 2 : a < b ? 0 : g);

const one = (value, share) => ({ value, shares: [share] });
const two = (value, ...shares) => ({ value, shares });

export const RULES = {
  "+": two((a, b) => a + b, (g) => g, (g) => g),
  "-": two((a, b) => a - b, (g) => g, (g) => -g),
  "*": two((a, b) => a * b, (g, a, b) => g * b, (g, a) => g * a),
  "/": two((a, b) => a / b, (g, a, b) => g / b, (g, a, b) => -g * ((a / b) / b)),
  "number /": two((a, b) => (1 / b) * a, null, (g, a, b) => -(g * a) * ((1 / b) * (1 / b))),
  "**": two(power,
    (g, a, b) => (b === 0 ? 0 : g * (b * power(a, b - 1))),
    (g, a, b, out) => g * (a === 0 && b >= 0 ? 0 : out * Math.log(a))),
  "** number": two(powerOfNumber, (g, a, n) => (n === 0 ? 0 : g * (n * powerOfNumber(a, n - 1))), null),
  "number **": two(power, null, (g, a, b, out) => g * slopeOfExponential(a, b, out)),
  negative: one((a) => -a, (g) => -g),
  sin: one(Math.sin, (g, a) => g * Math.cos(a)),
  cos: one(Math.cos, (g, a) => -(g * Math.sin(a))),
  exp: one(Math.exp, (g, a, out) => g * out),
  log: one(Math.log, (g, a) => g / a),
  sqrt: one(Math.sqrt, (g, a, out) => g / (2 * out)),
  sigmoid: one((a) => 1 / (1 + Math.exp(-a)), (g, a, out) => g * (out * (1 - out))),
  abs: one(Math.abs, (g, a) => g * (Math.sign(a) || 0)), // 0 also where a is NaN, as in PyTorch
  tanh: one(Math.tanh, (g, a, out) => g * (1 - out * out)),
  max: two(Math.max, toLarger, (g, a, b) => toLarger(g, b, a)),
  min: two(Math.min, (g, a, b) => toLarger(g, b, a), toLarger),
  relu: one((a) => (a < 0 ? 0 : a), (g, a, out) => (out <= 0 ? 0 : g)),
};
