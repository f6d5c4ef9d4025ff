/**
 * The lines of a zip's files, numbered as if they followed each other, so that a single number says which line it is.
 * Numbers of a file that came alone are its own.
 */
export class FileLines {
  isSeveral = false
  readonly #files: { name: string; before: number }[] = []

  /** Begins a file whose first line has the number after `before`. */
  begin(name: string, before: number) {
    this.#files.push({ name, before })
  }

  /** The file of a line and its number there. The file is undefined if it came alone. */
  at(line: number): { file: string | undefined; line: number } {
    if (!this.isSeveral) return { file: undefined, line }
    const found = this.#files.findLast(({ before }) => before < line)
    return found ? { file: found.name, line: line - found.before } : { file: undefined, line }
  }

  /** A line as a text: its number, after its file if several came. */
  say(number: number): string | number {
    const { file, line } = this.at(number)
    return file === undefined ? line : `${file}:${line}`
  }
}
