import type { FoundSymbol } from '@finlist/contract/charts/chart'
import type { Day } from '@finlist/domain/calendar'
import { inLanguage } from '@finlist/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent as FieldKey,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { currentLanguage } from '../../api/language.ts'
import { queryClient } from '../../api/query-client.ts'
import { formatDay } from '../../components/market-dates.ts'
import { isInChart, isSingleKey } from '../../components/price-chart/page-key.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { searchOf } from './queries.ts'

type Props = {
  /** The field's text unless the user is typing. */
  shown: string
  exchange: string
  isSimulator?: boolean
  /** In a replay, the past day as of which to search. */
  asOf?: Day | undefined
  /** Whether letters typed while the chart has the focus go into the field. */
  isEager?: boolean
  /** The field's label, if the search is not for the chart's own symbol. */
  label?: string
  onChoose: (found: FoundSymbol) => void
}

const listed = 100

/** Finds a symbol by code or name. Arrow keys move through the results, Enter picks one, Escape closes the list. */
export function SymbolSearch({ shown, exchange, isSimulator = false, asOf, isEager = false, label, onChoose }: Props) {
  const t = useTranslation('chart')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const open = typed !== undefined
  const sought = useDeferredValue(typed ?? '').trim()
  const search = useQuery({ ...searchOf(sought, exchange, isSimulator, asOf), enabled: open })
  const found = (search.data ?? []).slice(0, listed)
  const pointed = Math.min(at, found.length - 1)

  // Selects the symbol's name, so that typing replaces it. This must happen before the browser handles the next key.
  // Otherwise the first letter typed would be selected too, and the second would replace it.
  useLayoutEffect(() => {
    if (!open && document.activeElement === field.current) field.current?.select()
  }, [open, shown])

  // Only moves the focus. The browser then types the letter into the field, replacing the selection.
  useEffect(() => {
    if (!isEager) return
    const onKey = (event: KeyboardEvent) => isForSearch(event) && field.current?.focus()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isEager])

  const close = () => setTyped(undefined)
  const choose = (symbol: FoundSymbol) => {
    close()
    onChoose(symbol)
  }
  /**
   * Handles Enter pressed before the results have arrived: chooses the first result when it arrives, unless the text
   * has changed by then.
   */
  const chooseFirstOf = async (wanted: string) => {
    const [first] = await queryClient.fetchQuery(searchOf(wanted.trim(), exchange, isSimulator, asOf)).catch(() => [])
    if (first && field.current?.value === wanted) choose(first)
  }
  const walk = (event: FieldKey) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
      return
    }
    if (event.key === 'Enter' && open) {
      event.preventDefault()
      const symbol = found[pointed]
      if (typed.trim() !== sought || search.isFetching) void chooseFirstOf(typed)
      else if (symbol) choose(symbol)
      return
    }
    const to = { ArrowDown: pointed + 1, ArrowUp: pointed - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (!open) return setTyped('')
    const next = Math.min(Math.max(to, 0), found.length - 1)
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      className="relative min-w-40 flex-1 md:max-w-88"
      onBlur={event => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <Search size={15} aria-hidden className="pointer-events-none absolute top-0 left-3 h-11 text-faded md:h-9" />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label ?? t('symbol')}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && found[pointed] ? `${id}-${pointed}` : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        placeholder={t('symbol.find')}
        value={typed ?? shown}
        onFocus={({ target }) => target.select()}
        onClick={() => !open && setTyped('')}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
        onKeyDown={walk}
        className="h-11 w-full truncate rounded-md border border-edge bg-raised pr-3 pl-9 text-16 text-ink placeholder:text-faded md:h-9 md:text-14"
      />
      {open && (
        // A `select` cannot be typed into, and a `datalist` cannot show names.
        // oxlint-disable jsx-a11y/prefer-tag-over-role
        <div className="absolute top-full right-0 left-0 z-30 mt-1 rounded-md border border-line bg-raised shadow-float">
          <div id={`${id}-list`} role="listbox" aria-label={t('symbol.found')} className="max-h-72 overflow-y-auto p-1">
            {found.map((symbol, place) => (
              <div
                key={symbol.full_name}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === pointed}
                // Without this, a press would move the focus out of the field and close the list.
                onMouseDown={event => event.preventDefault()}
                onClick={() => choose(symbol)}
                onKeyDown={walk}
                className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2 text-14 [contain-intrinsic-block-size:auto_2.75rem] [content-visibility:auto] hover:bg-wash aria-selected:bg-wash md:min-h-8"
              >
                <b className="shrink-0 font-strong">{symbol.symbol}</b>
                <span className="min-w-0 flex-1 truncate">
                  {describe(symbol, isChinese(sought) ? 'zh' : currentLanguage())}
                </span>
                <span className="shrink-0 text-12 text-faded">
                  {symbol.delisted_on && `${t('symbol.delisted', { date: formatDay(symbol.delisted_on, 'short') })} · `}
                  {symbol.exchange}
                </span>
              </div>
            ))}
          </div>
          <output className={`block px-3 text-12 text-faded empty:hidden ${found.length === 0 ? 'pb-2' : ''}`}>
            {search.isError
              ? t('symbol.failed')
              : search.isSuccess && found.length === 0
                ? t('symbol.none')
                : search.isSuccess && <span className="sr-only">{t('symbol.count', { count: found.length })}</span>}
          </output>
        </div>
      )}
    </div>
  )
}

export const describe = (
  { description, description_zh }: Pick<FoundSymbol, 'description' | 'description_zh'>,
  spoken = currentLanguage(),
) => inLanguage(spoken, { en: description, zh: description_zh })

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

/** Whether the key is a letter or a digit that the chart itself does not use. */
function isForSearch(event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey, defaultPrevented } = event
  return (
    !defaultPrevented && !shiftKey && !altKey && /^[\p{L}\p{N}]$/u.test(key) && isInChart(event) && isSingleKey(event)
  )
}
