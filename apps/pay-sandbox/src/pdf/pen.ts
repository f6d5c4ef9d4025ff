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

/** Full-width forms that the font lacks; it has ！（），：；？～. */
const wide = /[＂-＇＊＋－-９＜-＞＠-｝]/g

declare global {
  namespace PDFKit.Mixins {
    /** Missing from its types. */
    interface StructureElementOptions {
      scope?: 'Column' | 'Row'
    }
  }
}

/** `as`: the line's role in the structure that a screen reader follows. */
type Ink = {
  size: number
  colour?: string
  strong?: boolean
  width?: number
  align?: 'right' | 'center'
  as?: 'H1' | 'P' | 'column head' | 'row head' | 'TD'
}

/** Writes single lines at a position; overflowing text ends in an ellipsis. Everything is tagged. */
export class Pen {
  readonly #doc: PDFKit.PDFDocument
  #within: PDFKit.PDFStructureElement
  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
    this.#within = doc.struct('Document')
    doc.addStructure(this.#within)
  }

  /** Makes everything that `write` writes a part of the table, or of one of its rows. */
  within(part: 'Table' | 'TR', write: () => void): void {
    const outer = this.#within
    this.#within = this.#doc.struct(part)
    outer.add(this.#within)
    write()
    this.#within.end()
    this.#within = outer
  }

  /** The font has one weight: strong text is outlined. */
  write(text: string, x: number, y: number, { size, colour = colours.ink, strong, width, align, as = 'P' }: Ink): void {
    const [type, scope] =
      as === 'column head' ? ['TH', 'Column' as const] : as === 'row head' ? ['TH', 'Row' as const] : [as]
    const print = () => {
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
    this.#within.add(this.#doc.struct(type, { ...(scope && { scope }) }, print))
  }

  amount(text: string, y: number, strong = false): void {
    const width = page.right - columns.amount
    this.write(text, columns.amount, y, { size: 10, strong, width, align: 'right', as: 'TD' })
  }

  width(text: string, size: number): number {
    return this.#doc.fontSize(size).widthOfString(text)
  }

  rule(y: number): void {
    this.#ornament(doc =>
      doc.lineWidth(0.5).strokeColor(colours.line).moveTo(page.left, y).lineTo(page.right, y).stroke(),
    )
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.#ornament(doc => doc.lineWidth(1.2).strokeColor(colour).roundedRect(x, y, width, height, 3).stroke())
  }

  /** Ends the document. */
  end(): void {
    this.#within.end()
  }

  /** Skipped by screen readers. */
  #ornament(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }
}
