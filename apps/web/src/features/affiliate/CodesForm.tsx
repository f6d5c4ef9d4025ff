import { codeChars, mostCodes } from '@finlist/contract/affiliate'
import { Plus, Search, X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

type Props = { codes: readonly string[]; isBusy: boolean; onSearch: (codes: string[]) => void }
type Entry = { id: number; code: string }

/** Form to look up one or more codes. Converts the input to capitals. */
export function CodesForm({ codes, isBusy, onSearch }: Props) {
  const t = useTranslation('affiliate')
  const form = useRef<HTMLFormElement>(null)
  const title = useId()
  const [entries, setEntries] = useState<Entry[]>(() =>
    (codes.length > 0 ? codes : ['']).map((code, id) => ({ id, code })),
  )
  const wanted = [...new Set(entries.map(({ code }) => code.trim()).filter(Boolean))]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted.length > 0) onSearch(wanted)
  }
  const focusLast = () => [...form.current!.querySelectorAll('input')].at(-1)?.focus()
  const add = () => {
    const id = Math.max(-1, ...entries.map(entry => entry.id)) + 1
    flushSync(() => setEntries([...entries, { id, code: '' }]))
    focusLast()
  }
  const remove = (id: number) => {
    flushSync(() => setEntries(entries.filter(entry => entry.id !== id)))
    focusLast()
  }
  return (
    <form ref={form} onSubmit={submit} aria-labelledby={title}>
      <h2 id={title} className="mb-1 text-13 font-strong">
        {t('codes')}
      </h2>
      <ul className="grid gap-2">
        {entries.map(({ id, code }, at) => (
          <li key={id} className="flex gap-1">
            <input
              aria-label={t('code.number', { number: at + 1 })}
              placeholder={t('code.hint')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={codeChars}
              value={code}
              onChange={({ target }) =>
                setEntries(
                  entries.map(entry =>
                    entry.id === id ? { id, code: target.value.toUpperCase().replaceAll(',', '') } : entry,
                  ),
                )
              }
              className="h-11 min-w-0 flex-1 rounded-md border border-edge bg-raised px-3 text-16 text-ink placeholder:text-faded md:h-9 md:text-14"
            />
            <button
              type="button"
              aria-label={t('code.remove', { number: at + 1 })}
              onClick={() => remove(id)}
              className="grid size-11 shrink-0 place-items-center rounded-md text-faded hover:bg-wash hover:text-ink md:size-9"
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button disabled={entries.length >= mostCodes} onClick={add}>
          <Plus size={15} aria-hidden />
          {t('code.add')}
        </Button>
        <Button type="submit" variant="main" disabled={wanted.length === 0} aria-busy={isBusy}>
          <Search size={15} aria-hidden />
          {t('search')}
        </Button>
      </div>
    </form>
  )
}
