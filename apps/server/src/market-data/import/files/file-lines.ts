/**
 * Numbers the lines of a zip's files consecutively, so that a single number identifies a line. A single file keeps its
 * own numbers.
 */
export class FileLines {
  isSeveral = false
  readonly #files: { name: string; before: number }[] = []

  /** Starts a file whose first line has the number `before` + 1. */
  begin(name: string, before: number) {
    this.#files.push({ name, before })
  }

  /** The file of a line and the line's number in it. The file is undefined if there is only one. */
  at(line: number): { file: string | undefined; line: number } {
    if (!this.isSeveral) return { file: undefined, line }
    const found = this.#files.findLast(({ before }) => before < line)
    return found ? { file: found.name, line: line - found.before } : { file: undefined, line }
  }

  /** A line's number as text, preceded by its file's name if there are several files. */
  say(number: number): string | number {
    const { file, line } = this.at(number)
    return file === undefined ? line : `${file}:${line}`
  }
}
