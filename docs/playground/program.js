// A short Python program for the same training, which runs with PyTorch and with minigrad.

import { pointsIn } from "./settings.js";

const CLASSES = { tanh: "Tanh", relu: "ReLU", sigmoid: "Sigmoid" };
const PRINTED = 5; // number of losses to print, from the first step to the last

// The steps whose losses the program prints.
export const printed = (steps) => [...new Set(Array.from({ length: PRINTED }, (_, i) => Math.round((i * steps) / (PRINTED - 1))))];

export function programOf(state, steps, library = "torch") {
  const points = pointsIn(state);
  const { layers, units, activation, rate, momentum, seed, zero } = state;
  const parts = [];
  for (let l = 0; l < layers; l++) {
    parts.push(`nn.Linear(${l ? units : 2}, ${units})`, `nn.${CLASSES[activation]}()`);
  }
  const starts = zero ? "for weight in net.parameters():\n    nn.init.zeros_(weight)\n" : "";
  const [imported, note] = library === "torch" ? ["torch", "  # or: import minigrad as torch"] : ["minigrad as torch", ""];
  return `import ${imported}${note}

nn = torch.nn
torch.set_default_dtype(torch.float64)
torch.manual_seed(${seed})
points = torch.tensor([${points.map(({ x, y }) => `[${x}, ${y}]`).join(", ")}])
labels = torch.tensor([${points.map(({ kind }) => `${kind}.0`).join(", ")}])
net = nn.Sequential(${[...parts, `nn.Linear(${units}, 1)`].join(", ")})
${starts}optimizer = torch.optim.SGD(net.parameters(), lr=${rate}, momentum=${momentum})
for step in range(${steps + 1}):
    loss = nn.functional.binary_cross_entropy_with_logits(net(points)[:, 0], labels)
    if step in [${printed(steps).join(", ")}]:
        print(step, f"{loss.item():.4f}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`;
}
