import { existsSync, realpathSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodings, type FileEncoding } from '@finlist/contract/staff/admin'
import { type Asked, type ImportKind, importKinds, importOf } from '@finlist/contract/staff/imports'
import { type ChartExchange } from '@finlist/domain/chart/padded'
import { practiceSpaces } from '@finlist/domain/chart/symbol'
import { exchangeIds } from '@finlist/domain/markets'
import { type PriceKind, priceKinds } from '@finlist/domain/prices/kinds'
import { type Language } from '@finlist/i18n/languages'
import { commandLine } from '../db/audit.ts'
import { ClientError } from '../http/client-errors.ts'
import { languageOf, translate } from '../http/translate.ts'
import { refusedName } from '../market-data/import/archive-upload.ts'
import { packFolder } from '../market-data/import/files/pack-folder.ts'
import { translateReason } from '../market-data/import/import-errors.ts'
import { type ImportResult, importFiles } from '../market-data/import/import-files.ts'
import type { ImportRequest } from '../market-data/import/import-request.ts'
import { CommandError, withDatabase } from './connect.ts'
import { showImportProgress } from './import-progress.ts'
import { readTyped } from './typed.ts'

/** Each option that an import kind may require: the option's name, and its text in the kind's usage. */
const options: Record<Asked, { option: string; usage: string }> = {
  exchange: { option: 'exchange', usage: '--exchange HKEX' },
  issueDate: { option: 'issue-date', usage: '--issue-date 2025-07-18' },
  stockCode: { option: 'stock-code', usage: '[--stock-code 0700]' },
  lotSize: { option: 'lot-size', usage: '[--lot-size 1000]' },
  takenAt: { option: 'taken-at', usage: '[--taken-at 2025-07-18T10:30]' },
  prices: { option: 'prices', usage: `[--prices ${priceKinds.join('|')}]` },
  confirm: { option: 'confirm', usage: '[--confirm]' },
}
/** Options that name a second file, by the file's form field. */
const moreFiles: Record<string, string> = { finListFundamentalCsv: 'fundamentals' }

const usage = `${importKinds
  .map(kind => {
    const { asks, files } = importOf(kind)
    const more = Object.keys(files)
      .slice(1)
      .map(field => `[--${moreFiles[field]} FILE]`)
    return ['finlist import', kind, ...asks.map(name => options[name].usage), 'FILE', ...more].join(' ')
  })
  .join('\n')}

Loads a file as the upload forms do: CSV, plain or gzip, the first sheet of an .xlsx, or a zip of such files. Prices may
also be a folder with one file for each stock, named after it: 0700.HK.csv. All of it is loaded, or with one bad line
nothing. --dry-run checks and counts and keeps nothing. --skip-bad-lines loads the right lines and writes the others,
each with its reason, next to the file: of prices.csv.gz to prices.refused.csv. --columns open=First,close=Last says what the file calls its columns, and holds for the
market's next files of the kind, until --columns none. --encoding is one of
${encodings.join(', ')}; left out, it is seen from the file. --exchange is one of ${exchangeIds.join(', ')};
prices may also be of ${practiceSpaces.join(' or ')}.`

const language = languageOf((process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG']) ?? 'en')
const asked = readTyped(usage, readArguments)
const startedAt = performance.now()

await withDatabase(async (database, _, now) => {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-import-'))
  try {
    const files = await withFoldersPacked(asked.files, folder)
    const shown = showImportProgress(process.stderr, language)
    const loading = importFiles(database, { ...asked, files, now: now(), progress: shown.take })
    tellResult(language, await loading.finally(shown.end))
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    const said = error.entries(language).map(({ message }) => message)
    throw new CommandError(said.join('\n'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Returns the files, with each folder replaced by a zip of its contents in `into`. */
async function withFoldersPacked(files: ImportRequest['files'], into: string): Promise<ImportRequest['files']> {
  const packed: ImportRequest['files'] = { ...files }
  for (const [field, file] of Object.entries(files)) {
    if (!file || statSync(file.path).isFile()) continue
    const path = join(into, `${field}.zip`)
    await packFolder(file.path, path)
    packed[field] = { path, name: `${file.name}.zip` }
  }
  return packed
}

function tellResult(told: Language, { count, counts, created, notes, uploadId, refused }: ImportResult) {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const { inserted, updated, finListCount, fundamentalCount } = counts
  const lines = [
    translate(told, uploadId === null ? 'import.checked' : 'import.loaded', { count, seconds }),
    ...(inserted === undefined
      ? []
      : [translate(told, 'import.rows', { inserted, updated: updated!, same: count - inserted - updated! })]),
    ...(finListCount === undefined
      ? []
      : [translate(told, 'import.issue-rows', { finListCount, fundamentalCount: fundamentalCount! })]),
    ...(!importOf(asked.kind).listsStocks ? [] : [translate(told, 'import.stocks-made', { count: created.length })]),
    ...notes.map(note => translateReason(told, note)),
    ...refused.map(({ path, count: lines }) => translate(told, 'import.refused-to', { count: lines, path: path! })),
    ...(uploadId === null ? [] : [translate(told, 'import.recorded', { uploadId })]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function readArguments(): Omit<ImportRequest, 'now'> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      exchange: { type: 'string' },
      'stock-code': { type: 'string' },
      'lot-size': { type: 'string' },
      'issue-date': { type: 'string' },
      'taken-at': { type: 'string' },
      prices: { type: 'string' },
      confirm: { type: 'boolean' },
      fundamentals: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'skip-bad-lines': { type: 'boolean', default: false },
      columns: { type: 'string' },
      encoding: { type: 'string' },
    },
  })
  const [kind, path, ...rest] = positionals
  if (!isKind(kind) || !path || rest.length > 0) throw new CommandError('give what to load, and its file')
  const { asks, files } = importOf(kind)
  const fields = Object.keys(files)
  const allowed = [
    'dry-run',
    'skip-bad-lines',
    'columns',
    'encoding',
    'exchange',
    ...asks.map(name => options[name].option),
    ...fields.map(field => moreFiles[field]),
  ]
  const other = Object.keys(values).find(option => !allowed.includes(option))
  if (other) throw new CommandError(`--${other} is not for ${kind}`)
  if (asks.includes('issueDate') && !values['issue-date']) throw new CommandError('--issue-date YYYY-MM-DD is needed')
  const typed: Record<string, string> = {
    [fields[0]!]: path,
    ...(values.fundamentals && { finListFundamentalCsv: values.fundamentals }),
  }
  const sources = Object.fromEntries(Object.entries(typed).map(([field, file]) => [field, source(file)]))
  return {
    kind,
    exchange: readExchange(kind, values.exchange),
    stockCode: values['stock-code'],
    issueDate: values['issue-date'],
    lotSize: readLotSize(values['lot-size']),
    takenAt: values['taken-at'],
    prices: readPriceKind(values.prices),
    confirm: values.confirm,
    files: sources,
    skipBadLines: values['skip-bad-lines'],
    refusedPath: field => refusedName(typed[field]!.replace(/^\.{1,2}[/\\]?$/, () => sources[field]!.path)),
    columns: values.columns,
    encoding: readEncoding(values.encoding),
    language,
    by: { userId: null, name: commandLine },
    dryRun: values['dry-run'],
  }
}

function isKind(word: string | undefined): word is ImportKind {
  return importKinds.some(kind => kind === word)
}

function readExchange(kind: ImportKind, name: string | undefined): ChartExchange {
  const { only } = importOf(kind)
  if (only && name !== undefined && name !== only) throw new CommandError(`--exchange: ${only} alone`)
  if (only) return only
  const known: readonly ChartExchange[] = kind === 'prices' ? [...exchangeIds, ...practiceSpaces] : exchangeIds
  const found = known.find(id => id === name)
  if (!found) throw new CommandError(`--exchange: one of ${known.join(', ')}`)
  return found
}

function readEncoding(name: string | undefined): FileEncoding | undefined {
  const found = encodings.find(it => it === name)
  if (name !== undefined && !found) throw new CommandError(`--encoding: one of ${encodings.join(', ')}`)
  return found
}

function readLotSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const size = Number(text)
  if (!Number.isInteger(size) || size < 1 || size > 1_000_000) throw new CommandError('--lot-size: 1 to 1000000')
  return size
}

function readPriceKind(text: string | undefined): PriceKind | undefined {
  const found = priceKinds.find(kind => kind === text)
  if (text !== undefined && !found) throw new CommandError(`--prices: one of ${priceKinds.join(', ')}`)
  return found
}

function source(path: string) {
  if (!existsSync(path)) throw new CommandError(`${path}: no such file`)
  const found = statSync(path)
  if (!found.isFile() && !found.isDirectory()) throw new CommandError(`${path}: is neither a file nor a folder`)
  return { path: realpathSync(path), name: basename(path) }
}
