import type { ExchangeId } from '@finlist/domain/markets'
import { CircleQuestionMark } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { readQuery } from '../conditions.ts'
import { useFigureWords } from '../figure-words.ts'
import { isUnfinished, mistakeText } from './mistake.ts'
import { Carets, Underline } from './Pointer.tsx'
import { Suggestions } from './Suggestions.tsx'
import { useCompletion } from './use-completion.ts'

type Props = {
  label: string
  query: string
  /** The markets whose values of texts are suggested. */
  markets: ExchangeId[]
  /** Receives a valid query. */
  onRun: (query: string) => void
  /** Reports each change, before the query runs. */
  onType?: (typed: string) => void
  onHelp?: () => void
  /** What the server found wrong with the query. */
  refused?: string | undefined
}

/**
 * A query as text. It runs on Enter, and when the field is left. A mistake is underlined and explained; while the user
 * is still typing at the end of the query, only a hint is shown.
 */
export function QueryField({ label, query, markets, onRun, onType, onHelp, refused }: Props) {
  const t = useTranslation('screener')
  const { nameOf } = useFigureWords()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(query)
  const [given, setGiven] = useState(query)
  const [isTyping, setTyping] = useState(false)
  const [scrolled, setScrolled] = useState(0)
  if (given !== query) {
    setGiven(query)
    setTyped(query)
  }
  const { error } = readQuery(typed)
  const type = (text: string) => {
    setTyped(text)
    setTyping(true)
    onType?.(text)
  }
  const completion = useCompletion({
    field,
    text: typed,
    markets,
    labelOf: nameOf,
    takesFirst: error !== undefined,
    onText: type,
  })
  const run = () => {
    setTyping(false)
    if (!error && typed.trim() !== query) onRun(typed.trim())
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (completion.press(event)) return
    if (event.key === '?' && onHelp && isOutsideQuotes(event.currentTarget)) {
      event.preventDefault()
      onHelp()
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run()
      // Also scrolls to the mistake.
      if (error) field.current?.setSelectionRange(error.from, error.to)
    }
  }
  const wrong = error && !(isTyping && isUnfinished(error, typed)) ? error : undefined
  const place = wrong && { text: typed, from: wrong.from, to: wrong.to, scrolled }
  const isOpen = completion.found !== undefined
  const told = wrong ? mistakeText(t, wrong, typed) : (!error && typed.trim() === query && refused) || undefined
  const hint = error ? mistakeText(t, error, typed) : t(typed.trim() === query ? 'query.hint' : 'query.run')
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-13 font-strong max-md:sr-only">
        {label}
      </label>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <input
            ref={field}
            id={id}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && completion.active >= 0 ? `${id}-list-${completion.active}` : undefined}
            aria-invalid={told ? true : undefined}
            aria-describedby={`${id}-note`}
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={t('query.example')}
            value={typed}
            onChange={event => {
              type(event.target.value)
              completion.look(event.target.value)
            }}
            onKeyDown={press}
            onScroll={event => setScrolled(event.currentTarget.scrollLeft)}
            onBlur={() => {
              completion.close()
              run()
            }}
            className="h-11 w-full rounded-md border border-edge bg-raised px-3 font-mono text-16 text-ink placeholder:text-faded aria-invalid:border-wrong md:h-9 md:text-14"
          />
          {place && <Underline {...place} />}
          {completion.found && (
            <Suggestions
              id={`${id}-list`}
              found={completion.found}
              active={completion.active}
              onPoint={completion.choose}
              onAccept={completion.accept}
            />
          )}
        </div>
        {onHelp && (
          <Button
            aria-label={t('help')}
            title={t('help')}
            aria-haspopup="dialog"
            onClick={onHelp}
            className="w-11 px-0! md:w-9"
          >
            <CircleQuestionMark size={17} aria-hidden />
          </Button>
        )}
      </div>
      {/* As high with a mistake as without, so that nothing below moves. */}
      <div className="min-h-8.5">
        {place && <Carets {...place} />}
        <p id={`${id}-note`} className={`text-13 ${place ? '' : 'pt-0.5'} ${told ? 'text-wrong' : 'text-faded'}`}>
          {told ?? hint}
        </p>
      </div>
    </div>
  )
}

const isOutsideQuotes = ({ value, selectionStart }: HTMLInputElement) =>
  value.slice(0, selectionStart ?? value.length).split('"').length % 2 === 1
