import { writeFile } from 'node:fs/promises'
import { inThread } from '../../../background/in-thread.ts'
import { CellError, type Reason } from '../import-errors.ts'
import { firstSheet } from './first-sheet.ts'
import { openFile } from './open-file.ts'
import { filesInZip, unpacked } from './zip.ts'

export type WorkbookWork = { path: string; to: string }
type WorkbookAnswer = { refused: Reason | undefined }

const thread = new URL('../../../workers/workbook.ts', import.meta.url)
const seconds = 120
const mostMegabytes = 300
/** Maximum total size of a workbook's unpacked parts, in bytes. A hundred thousand daily bars take 24 MB. */
const mostUnpacked = 32 * 1_048_576

const isPart = (name: string) => /\.(?:xml|rels)$/i.test(name)

/** Whether a zip with these files is a workbook. Throws CellError for a workbook of an unsupported kind. */
export function isWorkbook(names: readonly string[]): boolean {
  const has = (name: RegExp) => names.some(found => name.test(found))
  if (has(/^xl\/workbook\.bin$/i) || has(/^content\.xml$/) || has(/^Index\/Document\.iwa$/))
    throw new CellError('import.workbook')
  return has(/^xl\/workbook\.xml$/i)
}

/**
 * Writes a workbook's first sheet to the file `to` as CSV. Reads the workbook in a thread with its own heap, so that no
 * workbook can block or crash the server.
 */
export async function unpackSheet(path: string, to: string): Promise<void> {
  const work: WorkbookWork = { path, to }
  const { refused } = await inThread<WorkbookAnswer>(thread, work, { seconds, megabytes: mostMegabytes }).catch(
    (): WorkbookAnswer => ({ refused: { text: 'import.sheet-too-large' } }),
  )
  if (refused) throw new CellError(refused.text, refused.values)
}

/** Runs in the worker thread. */
export async function writeSheet({ path, to }: WorkbookWork): Promise<WorkbookAnswer> {
  try {
    const sheet = firstSheet(await partsOf(path))
    if ('refused' in sheet) return { refused: { text: sheet.refused } }
    await writeFile(to, sheet.csv, { mode: 0o600 })
    return { refused: undefined }
  } catch (error) {
    if (error instanceof CellError) return { refused: error.reason }
    // The library throws errors without a code for anything that it cannot read.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    return { refused: { text: 'import.zip-broken' } }
  }
}

async function partsOf(path: string): Promise<Record<string, Uint8Array>> {
  const file = await openFile(path)
  try {
    const entries = (await filesInZip(file, Number.POSITIVE_INFINITY)).filter(({ name }) => isPart(name))
    if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > mostUnpacked) throw new CellError('import.sheet-too-large')
    const parts: Record<string, Uint8Array> = {}
    for (const entry of entries) {
      const chunks: Buffer[] = []
      for await (const chunk of unpacked(entry)) chunks.push(chunk)
      parts[entry.name] = Buffer.concat(chunks)
    }
    return parts
  } finally {
    await file.close()
  }
}
