import { type FigureName, isFlag, isText } from '@finlist/domain/screener/figures'
import type { Expression } from '@finlist/domain/screener/query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import Dialog from '../../../../ui/dialogs/dialog.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { queryOf, withPart } from '../conditions.ts'
import { useFigureWords } from '../figure-words.ts'
import type { Among } from '../queries.ts'
import { conditionOf, type Draft, startOf } from './draft.ts'
import { FigureList } from './FigureList.tsx'
import { MatchCount } from './MatchCount.tsx'
import { NumberFields } from './NumberFields.tsx'
import { TextValues } from './TextValues.tsx'

type Props = {
  among: Among
  parts: readonly Expression[]
  /** The place of the condition to edit; undefined to add one. */
  at: number | undefined
  start: Draft | undefined
  isLocked: (name: FigureName) => boolean
  onDone: (part: Expression) => void
  onClose: () => void
}

/** Lazy-loaded. Adds a condition or edits one, and shows how many stocks would match. */
export default function ConditionDialog({ among, parts, at, start, isLocked, onDone, onClose }: Props) {
  const t = useTranslation('screener')
  const { nameOf, definitionOf } = useFigureWords()
  const [draft, setDraft] = useState(start)
  const list = useRef<HTMLDivElement>(null)
  const search = {
    get current() {
      return list.current?.querySelector('input') ?? null
    },
  }
  const change = (changes: Partial<Draft>) => setDraft(before => before && { ...before, ...changes })
  const part = draft && conditionOf(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (part) onDone(part)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(at === undefined ? 'dialog.add' : 'dialog.edit')}
      closeLabel={t('close')}
      {...(!draft && { initialFocus: search })}
    >
      {draft ? (
        <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          <div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="text-16 font-strong">
                {nameOf(draft.figure)} <span className="font-mono text-13 font-normal text-faded">{draft.figure}</span>
              </h3>
              <button
                type="button"
                onClick={() => setDraft(undefined)}
                className="min-h-11 text-13 text-accent underline underline-offset-2 md:min-h-6"
              >
                {t('dialog.another')}
              </button>
            </div>
            <p className="mt-1 text-13 text-faded">{definitionOf(draft.figure)}</p>
          </div>
          {isFlag(draft.figure) ? (
            <SegmentedControl
              legend={t('dialog.flag')}
              options={[
                { value: 'yes', label: t('yes') },
                { value: 'no', label: t('no') },
              ]}
              value={draft.isSet ? 'yes' : 'no'}
              onChange={value => change({ isSet: value === 'yes' })}
            />
          ) : isText(draft.figure) ? (
            <TextValues
              among={among}
              figure={draft.figure}
              values={draft.values}
              onChange={values => change({ values })}
            />
          ) : (
            <NumberFields key={draft.figure} among={among} draft={draft} onChange={change} />
          )}
          <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-raised px-5 py-3">
            <MatchCount among={among} query={queryOf(withPart(parts, at, part ?? null))} />
            <div className="flex gap-3 max-md:w-full">
              <Button onClick={onClose} className="max-md:flex-1">
                {t('cancel')}
              </Button>
              <Button type="submit" variant="main" disabled={!part} className="max-md:flex-1">
                {t(at === undefined ? 'dialog.submit.add' : 'dialog.submit.edit')}
              </Button>
            </div>
          </div>
        </form>
      ) : (
        <FigureList ref={list} isLocked={isLocked} onChoose={name => setDraft(startOf(name))} />
      )}
    </Dialog>
  )
}
