import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './source-files.ts'

/**
 * `npm run where NAME`: prints the files of a call or a feature in the order in which a request passes through them,
 * tests last; or, for an extensible kind (`npm run where upload`), the places to add one. Without a name it prints the
 * ten largest source files. Review files of more than 250 lines; tests may be longer.
 */
const order = [
  /^packages\/domain\//,
  /^packages\/contract\//,
  /^apps\/server\/.*store\.ts$/,
  /^apps\/server\/src\/features\//,
  /^apps\/server\/src\//,
  /^apps\/web\/.*queries\.ts$/,
  /^apps\/web\/src\/components\//,
  /^apps\/web\/src\/features\//,
  /^apps\/web\/src\//,
  /^packages\/[^/]+\/src\//,
]

/** The kinds that can be extended: for each, the files to change, in order. */
const growth: Record<string, readonly string[]> = {
  market: [
    'packages/domain/src/markets.ts',
    'packages/domain/src/markets/stock-codes.ts',
    'packages/domain/src/markets/',
    'packages/domain/src/trading.ts',
    'packages/demo-market/src/profiles.ts',
    'packages/demo-market/src/profiles/',
  ],
  upload: [
    'packages/contract/src/staff/upload-columns.ts',
    'packages/contract/src/staff/imports.ts',
    'apps/server/src/market-data/import/importer.ts',
    'apps/server/src/market-data/import/importers.ts',
    'apps/web/src/i18n/locales/',
  ],
  column: [
    'apps/web/src/components/stock/stock-columns.tsx',
    'apps/web/src/features/finlist/columns.tsx',
    'apps/web/src/features/finder/columns.tsx',
    'apps/web/src/features/watchlist/columns.tsx',
    'packages/domain/src/finder/columns.ts',
    'packages/contract/src/finlist.ts',
    'packages/contract/src/finder.ts',
    'packages/contract/src/staff/upload-columns.ts',
    'apps/server/src/market-data/lists/picks.ts',
    'apps/server/src/market-data/import/kinds/finlist.ts',
  ],
  figure: [
    'packages/domain/src/finlist/board-figures.ts',
    'packages/domain/src/finlist/board.ts',
    'apps/web/src/i18n/locales/en/figures.json',
    'apps/web/src/i18n/locales/zh/figures.json',
  ],
  language: [
    'packages/i18n/src/languages.ts',
    'packages/i18n/src/seldom-facts.ts',
    'packages/i18n/src/counts.ts',
    'apps/web/src/i18n/locales/',
    'apps/server/src/texts/',
    'packages/contract/src/texts/',
    'packages/identity/src/texts/',
    'apps/pay-sandbox/src/texts/',
  ],
  study: ['apps/web/src/features/chart/studies/kinds/', 'apps/web/src/i18n/locales/'],
  message: ['apps/server/src/notifications/kinds.ts', 'apps/server/src/texts/'],
  job: ['apps/server/src/boot/job-registry.ts'],
  topic: ['packages/contract/src/topics.ts', 'apps/server/src/db/topics.ts'],
  call: ['packages/contract/src/', 'apps/server/src/routes.ts'],
  form: ['packages/contract/src/', 'packages/contract/src/texts/', 'apps/web/src/components/use-call-form.ts'],
}

/** Length of the shown part of a line. */
const mostChars = 100

const name = process.argv[2]
if (!name) {
  printLargest()
  process.exit(0)
}
if (!/^[\w-]+$/.test(name)) {
  console.error(`npm run where NAME: a call or a feature, as finListStocks or watchlist; or one more
${Object.keys(growth).join(', ')}`)
  process.exit(1)
}
if (Object.hasOwn(growth, name)) {
  console.log(`${growth[name]!.join('\n')}\ndocs/recipes.md`)
  process.exit(0)
}
const word = new RegExp(`\\b${name}\\b`, 'i')
const isOfFeature = (path: string) => path.split(/[/.]/).includes(name)
const found = [...sourceFiles(), ...textFiles()].flatMap(path => {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  const at = lines.findIndex(text => word.test(text))
  return at >= 0 || isOfFeature(path) ? [{ path, at, text: lines[at]?.trim() ?? '' }] : []
})
for (const { path, at, text } of found.toSorted((a, b) => rank(a.path) - rank(b.path) || a.path.localeCompare(b.path)))
  console.log(at < 0 ? path : `${path}:${at + 1}  ${text.slice(0, mostChars)}`)
process.exitCode = found.length ? 0 : 1

/** The English texts; those of other languages are next to them. */
function textFiles(): string[] {
  const texts = ['apps/web/src/i18n/locales/en/*.json', '{apps,packages}/*/src/texts/en.json']
  return globSync(texts, { cwd: root }).toSorted()
}

function rank(path: string): number {
  if (/(^|\/)(test|e2e|bench)\/|\.test\./.test(path)) return order.length + 2
  if (path.endsWith('.json')) return order.length + 1
  const place = order.findIndex(pattern => pattern.test(path))
  return place < 0 ? order.length : place
}

function printLargest(): void {
  const files = sourceFiles().filter(path => !/(^|\/)(test|e2e)\/|\.test\./.test(path))
  const sized = files.map(path => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
  sized.sort((a, b) => b.lines - a.lines)
  for (const { path, lines } of sized.slice(0, 10)) console.log(`${String(lines).padStart(6)}  ${path}`)
}
