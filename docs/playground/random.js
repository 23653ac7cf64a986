// Random numbers from a Mersenne Twister, equal to those that PyTorch and minigrad draw.

const [SIZE, SHIFT] = [624, 397];

// Return a function that draws uniform numbers in [0, 1), each from 53 bits of two words.
export function uniformFrom(seed) {
  const state = new Uint32Array(SIZE);
  state[0] = seed;
  for (let i = 1; i < SIZE; i++) {
    state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  }
  let at = SIZE;
  function refill() {
    for (let i = 0; i < SIZE; i++) {
      const joined = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
      state[i] = state[(i + SHIFT) % SIZE] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
    }
    at = 0;
  }
  function word() {
    if (at === SIZE) refill();
    let bits = state[at++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  }
  return () => {
    const [high, low] = [word(), word()];
    return ((high & 0x1fffff) * 2 ** 32 + low) * 2 ** -53;
  };
}
