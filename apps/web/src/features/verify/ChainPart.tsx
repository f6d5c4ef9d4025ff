import { readHeadLine } from '@finlist/domain/record/head-line'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { askWorker } from './ask-worker.ts'
import { ChainResult } from './ChainResult.tsx'
import type { CheckAnswer, CheckAsked, Checked } from './check-record.ts'
import { FileField } from './FileField.tsx'

type Told = Extract<CheckAnswer, { entries: number }>
type Ended = Exclude<CheckAnswer, Told>
type State = { running?: number; ended?: Ended | 'stopped'; withHead?: boolean }

/** Checks the record, from the server or a file, in a worker, so that the page stays responsive. */
export function ChainPart({ onChecked }: { onChecked: (checked: Checked | undefined) => void }) {
  const t = useTranslation('verify')
  const [held, setHeld] = useState('')
  const [file, setFile] = useState<File>()
  const [state, setState] = useState<State>({})
  const stopping = useRef<AbortController>(undefined)
  const head = readHeadLine(held)
  const isWrong = held.trim() !== '' && !head

  async function check() {
    stopping.current = new AbortController()
    setState({ running: 0 })
    onChecked(undefined)
    const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
    const asked: CheckAsked = { file, held: head }
    const ended = await askWorker<CheckAsked, Told, Ended>(worker, asked, {
      tell: ({ entries }) => setState({ running: entries }),
      isAnswer: (message): message is Ended => !('entries' in message),
      signal: stopping.current.signal,
    })
    setState({ ended: ended ?? 'stopped', withHead: head !== undefined })
    if (ended && 'done' in ended) onChecked(ended.done)
  }

  const { running, ended, withHead = false } = state
  return (
    <div className="mt-3 grid gap-4">
      <TextField
        label={t('head.label')}
        hint={t('head.hint')}
        wrong={isWrong && t('head.wrong')}
        value={held}
        maxLength={400}
        spellCheck={false}
        autoComplete="off"
        onChange={event => setHeld(event.target.value)}
      />
      <FileField label={t('file.record')} accept=".ndjson" onChoose={setFile} />
      <div className="flex flex-wrap items-center gap-3">
        {running === undefined ? (
          <Button variant="main" disabled={isWrong} onClick={() => void check()}>
            {t('check')}
          </Button>
        ) : (
          <Button onClick={() => stopping.current?.abort()}>{t('stop')}</Button>
        )}
        <p aria-live="polite" className="text-faded">
          {running !== undefined && t('progress', { count: running })}
        </p>
      </div>
      <output className="block">
        {ended === 'stopped' && <p>{t('stopped')}</p>}
        {ended && ended !== 'stopped' && 'failed' in ended && <p className="text-wrong">{t(ended.failed)}</p>}
        {ended && ended !== 'stopped' && 'done' in ended && <ChainResult checked={ended.done} withHead={withHead} />}
      </output>
    </div>
  )
}
