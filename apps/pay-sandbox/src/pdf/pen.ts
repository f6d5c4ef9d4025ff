/** A4, in points. */
export const page = { left: 56, right: 539, top: 60, bottom: 762 }
export const columns = { period: 290, amount: 430 }

export const colours = {
  ink: '#16181d',
  faded: '#5a5d64',
  line: '#d9d5cd',
  good: '#0b6b3f',
  wrong: '#b3261e',
  test: '#8a5300',
}

/** Full-width forms that the font does not have; it has ！（），：；？～. */
const wide = /[＂-＇＊＋－-９＜-＞＠-｝]/g

type Ink = { size: number; colour?: string; strong?: boolean; width?: number; align?: 'right' | 'center' }

/** Writes single lines at a place; what does not fit ends in an ellipsis. */
export class Pen {
  readonly #doc: PDFKit.PDFDocument
  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  /** The font has one weight: strong is outlined. */
  write(text: string, x: number, y: number, { size, colour = colours.ink, strong, width, align }: Ink): void {
    this.#doc
      .fontSize(size)
      .fillColor(colour)
      .strokeColor(colour)
      .lineWidth(size / 36)
      .text(
        text.replace(wide, character => character.normalize('NFKC')),
        x,
        y,
        {
          lineBreak: false,
          fill: true,
          ...(strong && { stroke: true }),
          ...(width !== undefined && { width, height: size, ellipsis: true, lineBreak: true }),
          ...(align && { align }),
        },
      )
  }

  amount(text: string, y: number, strong = false): void {
    const width = page.right - columns.amount
    this.write(text, columns.amount, y, { size: 10, strong, width, align: 'right' })
  }

  width(text: string, size: number): number {
    return this.#doc.fontSize(size).widthOfString(text)
  }

  rule(y: number): void {
    this.#doc.lineWidth(0.5).strokeColor(colours.line).moveTo(page.left, y).lineTo(page.right, y).stroke()
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.#doc.lineWidth(1.2).strokeColor(colour).roundedRect(x, y, width, height, 3).stroke()
  }
}
