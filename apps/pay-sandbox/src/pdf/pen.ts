/** The margins of an A4 page, in points. */
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

/** Full-width characters that the font lacks. It does have ！（），：；？～. */
const wide = /[＂-＇＊＋－-９＜-＞＠-｝]/g

declare global {
  namespace PDFKit.Mixins {
    /** Missing from PDFKit's types. */
    interface StructureElementOptions {
      scope?: 'Column' | 'Row'
    }
  }
}

/** The style of a text. `as` is its role in the structure that screen readers use. */
type Ink = {
  size: number
  colour?: string
  strong?: boolean
  width?: number
  align?: 'right' | 'center'
  as?: 'H1' | 'P' | 'column head' | 'row head' | 'TD'
}

/**
 * Writes single lines at a position and cuts overflowing text with an ellipsis. All text is tagged for screen readers.
 */
export class Pen {
  readonly #doc: PDFKit.PDFDocument
  #within: PDFKit.PDFStructureElement
  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
    this.#within = doc.struct('Document')
    doc.addStructure(this.#within)
  }

  /** Tags everything that `write` writes as part of a table or of a row. */
  within(part: 'Table' | 'TR', write: () => void): void {
    const outer = this.#within
    this.#within = this.#doc.struct(part)
    outer.add(this.#within)
    write()
    this.#within.end()
    this.#within = outer
  }

  /** Writes a line. Bold text is drawn with an outline, because the font has only one weight. */
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

  /** Draws something that screen readers ignore. */
  #ornament(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }
}
