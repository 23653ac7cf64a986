// What a page and its Python say to each other, whatever the backend.

// The program that calls a function of the kernel, and leaves no name among the learner's. The line of
// the call is part of each traceback, so the value isn't in it. A string of JSON is one of Python.
export const call = (name, value) => `\
__import__("page_kernel.start").start.given = ${JSON.stringify(JSON.stringify(value))}
__import__("page_kernel.start").start.${name}()`;

// Listens to bytes of standard output. A line after the mark is a message of the kernel; other text is
// what a program wrote itself.
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
