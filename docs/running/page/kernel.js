// The messages between a page and its Python.

// Python code that calls a function of the kernel without defining any names in the learner's namespace.
// The value is set on a line of its own, because the line of the call appears in tracebacks. A string
// literal in JSON is also one in Python.
export const call = (name, value) => `\
__import__("page_kernel.start").start.given = ${JSON.stringify(JSON.stringify(value))}
__import__("page_kernel.start").start.${name}()`;

// Return a listener for the bytes of standard output. A line that starts with the mark \x1e is a message
// from the kernel. Other text was written by the learner's program.
export function lines(heard) {
  const decoder = new TextDecoder();
  let pending = "";
  return (bytes) => {
    pending += decoder.decode(bytes, { stream: true });
    for (let end; (end = pending.indexOf("\n")) >= 0; pending = pending.slice(end + 1)) {
      const line = pending.slice(0, end);
      if (line.startsWith("\x1e")) heard(JSON.parse(line.slice(1)));
      else if (line) heard({ type: "stream", name: "stdout", text: `${line}\n` });
    }
  };
}
