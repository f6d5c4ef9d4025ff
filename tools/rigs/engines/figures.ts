/** Figures measured by a command. Counts and ratios are compared with limits; all other figures are only shown. */
export class Figures {
  readonly #lines: { name: string; is: string; asked: string; isRight: boolean }[] = []

  count(name: string, is: number, asked: number, of?: string): void {
    this.#lines.push({ name, is: of ? `${is} of ${of}` : String(is), asked: String(asked), isRight: is === asked })
  }

  atMost(name: string, is: number, most: number): void {
    this.#lines.push({ name, is: is.toFixed(2), asked: `at most ${most}`, isRight: is <= most })
  }

  show(name: string, is: string): void {
    this.#lines.push({ name, is, asked: '', isRight: true })
  }

  /** Prints the table and returns the exit code: 1 if a figure misses its limit. */
  print(): number {
    const width = (of: 'name' | 'is') => Math.max(...this.#lines.map(line => line[of].length))
    for (const { name, is, asked, isRight } of this.#lines)
      console.log(
        `${asked === '' ? ' ' : isRight ? '✓' : '✗'} ${name.padEnd(width('name'))}  ${is.padEnd(width('is'))}  ${asked}`.trimEnd(),
      )
    return this.#lines.every(({ isRight }) => isRight) ? 0 : 1
  }
}
