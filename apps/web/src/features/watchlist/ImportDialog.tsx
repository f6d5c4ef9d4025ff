import { importWatchlist, type Watchlist } from '@finlist/contract/watchlist'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { exchangesInWords } from '../../components/market-lists.ts'
import { refreshWatchlists } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { type CsvFault, mostBytes, readPositions } from './csv.ts'

const mostShown = 20

/** Lazy-loaded. Imports the positions in a file, either all of them or none. */
export default function ImportDialog({ list, onClose }: { list: Watchlist; onClose: () => void }) {
  const t = useTranslation('watchlist')
  const [file, setFile] = useState<File>()
  const [wrong, setWrong] = useState<string[]>([])
  const [added, setAdded] = useState<number>()
  const [busy, setBusy] = useState(false)
  const sayFault = ({ line, reason, values }: CsvFault) =>
    t('csv.line', { line, reason: t(reason, { exchanges: exchangesInWords(), ...values }) })
  /**
   * The server's errors about rows, such as unknown stocks, each with the line of the file; undefined if the error is
   * not about rows.
   */
  const byLine = (error: unknown, lines: readonly number[]) => {
    if (!(error instanceof CallError)) return undefined
    const said = error.errors.flatMap(({ field, message }) => {
      const line = lines[Number(/^stocks\.(\d+)\./.exec(field ?? '')?.[1])]
      return line === undefined ? [] : [t('csv.line', { line, reason: message })]
    })
    return said.length > 0 ? said : undefined
  }
  const load = async (chosen: File) => {
    setWrong([])
    if (chosen.size > mostBytes) return setWrong([t('csv.reason.large')])
    const read = readPositions(await chosen.text())
    if ('faults' in read) return setWrong(read.faults.slice(0, mostShown).map(sayFault))
    setBusy(true)
    try {
      const answer = await request(importWatchlist, {
        params: { id: list.watchlistId },
        body: { stocks: read.positions },
      })
      setAdded(answer.added)
      await refreshWatchlists()
    } catch (error) {
      setWrong(byLine(error, read.lines) ?? [failureText(error, t)])
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      narrow
      onClose={onClose}
      title={t('csv.import.title', { name: list.watchlistName })}
      closeLabel={t('close')}
    >
      <div className="grid gap-4 text-14">
        <p className="text-faded">{t('csv.import.note')}</p>
        <label className="flex min-h-18 cursor-pointer items-center gap-3 rounded-md border border-dashed border-edge px-4 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <input
            type="file"
            accept=".csv,text/csv"
            aria-label={t('csv.file')}
            onChange={({ target }) => {
              setFile(target.files?.[0])
              setWrong([])
              setAdded(undefined)
              // Cleared, so that the same file can be chosen again after it has been corrected.
              target.value = ''
            }}
            className="sr-only"
          />
          <FileUp size={20} aria-hidden className="shrink-0 text-accent" />
          <span className="min-w-0 font-strong wrap-anywhere">{file?.name ?? t('csv.file')}</span>
        </label>
        <div aria-live="polite">
          {added !== undefined && <p>{t('csv.done', { count: added })}</p>}
          {wrong.length > 0 && (
            <div className="text-wrong">
              <p>{t('csv.wrong')}</p>
              <ul className="mt-1 list-disc pl-5">
                {wrong.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('close')}
          </Button>
          <Button
            variant="main"
            disabled={!file || busy || added !== undefined}
            onClick={() => file && void load(file)}
            className="max-md:flex-1"
          >
            {t('csv.import.start')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
