import { inflateSync } from 'node:zlib'

/** Extracts the texts of a PDF made by pdfkit with one embedded font, in the order in which they were written. */
export function textOf(pdf: Buffer): string[] {
  const parts = streams(pdf)
  const letters = lettersOf(parts.find(part => part.includes('begincmap')) ?? '')
  const content = parts.find(part => /\bBT\b/.test(part)) ?? ''
  return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = '']) =>
    [...block.matchAll(/<([0-9a-f]+)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map(glyph => letters.get(Number.parseInt(glyph, 16)) ?? '�')
      .join(''),
  )
}

export const pageCount = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

function streams(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\n/g)].flatMap(({ index }) => {
    const start = index + 'stream\n'.length
    try {
      return [inflateSync(pdf.subarray(start)).toString('latin1')]
    } catch {
      return []
    }
  })
}

/** Maps glyphs to letters, from the font's ToUnicode map. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g))
    for (const [at, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters.set(
        Number.parseInt(first, 16) + at,
        String.fromCharCode(...(hex.match(/[0-9a-f]{4}/g) ?? []).map(code => Number.parseInt(code, 16))),
      )
  return letters
}
