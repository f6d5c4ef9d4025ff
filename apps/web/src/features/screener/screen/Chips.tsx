import type { FigureName, TextName } from '@finlist/domain/screener/figures'
import type { Expression } from '@finlist/domain/screener/query'
import { Plus, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { draftOf } from './condition/draft.ts'
import { useConditionWords } from './condition-words.ts'
import { isEditable, queryOf, withPart } from './conditions.ts'
import type { Among } from './queries.ts'

const ConditionDialog = lazy(() => import('./condition/ConditionDialog.tsx'))
const PartDialog = lazy(() => import('./condition/PartDialog.tsx'))

type Props = {
  among: Among
  parts: readonly Expression[]
  textName: (name: TextName, text: string) => string
  isLocked: (name: FigureName) => boolean
  onQuery: (query: string) => void
}

/** The query's parts, each to edit or remove. A part that is not a single condition is edited as text. */
export function Chips({ among, parts, textName, isLocked, onQuery }: Props) {
  const t = useTranslation('screener')
  const words = useConditionWords(textName)
  /** The place of the part that is edited; `new` for one more. */
  const [edited, setEdited] = useState<number | 'new'>()
  const add = useRef<HTMLButtonElement>(null)
  const at = edited === 'new' ? undefined : edited
  const part = at === undefined ? undefined : parts[at]
  const done = (next: Expression | null) => {
    setEdited(undefined)
    onQuery(queryOf(withPart(parts, at, next)))
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {parts.length > 0 && (
        <ul aria-label={t('conditions')} className="contents">
          {parts.map((each, place) => (
            <li
              // Two equal conditions are possible.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${place} ${queryOf([each])}`}
              className="flex max-w-full min-w-0 items-stretch overflow-hidden rounded-md border border-accent bg-accent-wash text-13"
            >
              <button
                type="button"
                title={t('condition.edit')}
                onClick={() => setEdited(place)}
                className="min-h-11 min-w-0 py-1 pl-3 text-start -outline-offset-2 hover:underline md:min-h-8"
              >
                {words(each)}
              </button>
              <button
                type="button"
                aria-label={t('condition.remove', { condition: words(each) })}
                title={t('condition.remove', { condition: words(each) })}
                onClick={() => {
                  onQuery(queryOf(withPart(parts, place, null)))
                  add.current?.focus()
                }}
                className="grid w-11 shrink-0 place-items-center -outline-offset-2 hover:bg-wash md:w-8"
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button ref={add} aria-haspopup="dialog" onClick={() => setEdited('new')} className="px-3! text-13! md:min-h-8!">
        <Plus size={16} aria-hidden />
        {t('condition.add')}
      </Button>
      <Suspense>
        {edited !== undefined &&
          (part && !isEditable(part) ? (
            <PartDialog markets={among.markets} part={part} onDone={done} onClose={() => setEdited(undefined)} />
          ) : (
            <ConditionDialog
              among={among}
              parts={parts}
              at={at}
              start={part && draftOf(part)}
              isLocked={isLocked}
              onDone={done}
              onClose={() => setEdited(undefined)}
            />
          ))}
      </Suspense>
    </div>
  )
}
