import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, targetOf, withoutComments } from '../imports.ts'
import { root, sourceFiles } from '../source-files.ts'

/**
 * Anyone must be able to reproduce a published list byte for byte. The method's code may therefore use only operations
 * that every engine computes identically: + - x /, comparisons, and the functions in `exact`, which IEEE 754 or the
 * language defines exactly.
 */
const room = 'packages/domain/src/picking/'
/**
 * The folders that the check covers. A learned model must be reproducible too. It may also import code from elsewhere,
 * such as that of outcomes.
 */
const rooms = [room, 'packages/domain/src/learning/']
const exact = ['sqrt', 'floor', 'round', 'max', 'min', 'abs', 'fround']
/** The files outside `room` that the method's code may import, because they contain only constants. */
const neighbours = ['packages/domain/src/markets.ts', 'packages/domain/src/trading.ts']

const refused: readonly (readonly [what: RegExp, why: string])[] = [
  [new RegExp(`\\bMath\\b(?!\\.(?:${exact.join('|')})\\b)`), `of Math only ${exact.join(', ')}`],
  [/\*\*|%|<<|>>|(?<![&])&(?!&)|(?<!\|)\|(?!\|)\s*0\b|\^|~/, 'no power, remainder or bits'],
  [/\b(?:Date|Temporal|performance|setTimeout)\b/, 'no clock'],
  [/\bIntl\b|\btoLocale|\blocaleCompare\b|\bnormalize\b/, 'no locale'],
  [/\btoFixed\b|\btoPrecision\b|\btoExponential\b|\bparseFloat\b/, 'numbers leave as JavaScript writes them'],
  [/\b(?:sort|toSorted)\(\s*\)/, 'no order without a comparator'],
  [/\b(?:globalThis|process|window|crypto|Atomics|WebAssembly|eval)\b/, 'nothing of the machine'],
  [/\bimport\s*\(|\bimport\.meta\b|\brequire\b/, 'no late import'],
]

export function checkArithmetic(files: { path: string; text: string }[] = read()): string[] {
  return files
    .filter(({ path }) => rooms.some(start => path.startsWith(start)) && !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) => [
      ...refused.filter(([what]) => what.test(bare(text))).map(([, why]) => `${path}: ${why}`),
      ...importsOf(text)
        .filter(name => path.startsWith(room) && !isAllowed(targetOf(path, name)))
        .map(name => `${path} may not import ${name}: the method stands on itself`),
    ])
}

const isAllowed = (target: string | undefined) =>
  target !== undefined && (target.startsWith(room) || neighbours.includes(target))

/**
 * The text without comments and without the contents of quoted strings. Template strings stay, because they contain
 * expressions.
 */
const bare = (text: string) => withoutComments(text).replace(/'[^'\n]*'|"[^"\n]*"/g, "''")

function read(): { path: string; text: string }[] {
  return sourceFiles().map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
