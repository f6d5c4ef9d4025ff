import type { Language } from '@finlist/i18n/languages'
import { translate } from '../http/translate.ts'
import type { ImportProgress } from '../market-data/import/import-request.ts'

type Out = { isTTY?: boolean; write(text: string): unknown }

/** Interval between updates, in ms. */
const between = { terminal: 500, log: 10_000 }
const clearLine = '\u001b[2K'

/** Shows an import's progress. On a terminal, rewrites one line; in a log, adds a line every ten seconds. */
export function showImportProgress(out: Out, language: Language) {
  let newest: ImportProgress | undefined
  let since = performance.now()
  const show = () => {
    if (!newest) return
    const line = lineOf(newest, (performance.now() - since) / 1_000, language)
    out.write(out.isTTY ? `${clearLine}${line}\r` : `${line}\n`)
  }
  const timer = setInterval(show, out.isTTY ? between.terminal : between.log)
  return {
    take(progress: ImportProgress) {
      if (newest && progress.step !== newest.step) since = performance.now()
      newest = progress
    },
    end() {
      clearInterval(timer)
      if (out.isTTY) out.write(clearLine)
    },
  }
}

function lineOf(progress: ImportProgress, seconds: number, language: Language): string {
  const figure = (count: number) => Math.round(count).toLocaleString('en')
  if (progress.step !== 'reading')
    return translate(language, `import.progress.${progress.step}`, { seconds: figure(seconds) })
  const { rows, share } = progress
  return translate(language, 'import.progress.reading', {
    rows: figure(rows),
    perSecond: figure(rows / seconds),
    seconds: figure((seconds / share) * (1 - share)),
  })
}
