import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslation } from '../../i18n/texts.ts'
import { useFound } from './found.ts'
import type { Dialogs, Place } from './places.ts'
import { remember } from './recent.ts'
import { wayToStock } from './way-to-stock.ts'

type Props = { onClose: () => void; onOpens: (what: Dialogs) => void }

/**
 * Searches stocks, the user's own lists, pages, help, settings and actions. Arrow keys move through the results, Enter
 * opens one, Escape closes the dialog.
 */
export function SearchBox({ onClose, onOpens }: Props) {
  const t = useTranslation('search')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const here = useLocation()
  const navigate = useNavigate()
  const { places, isCurrent, state, first } = useFound(typed)
  const pointed = Math.min(at, places.length - 1)

  useEffect(() => dialog.current?.showModal(), [])

  const opens = useRef<Dialogs>(undefined)
  const open = async (place: Place) => {
    if (!isAlertFor(place)) remember(place)
    opens.current = 'opens' in place ? place.opens : undefined
    let way: ReturnType<typeof wayToStock> | undefined
    if ('stock' in place) way = wayToStock({ exchange: place.stock.exchange, stockCode: place.stock.symbol }, here)
    if ('to' in place) way = [await place.to()]
    // Closing returns the focus to where it was. If a page or a dialog then opens, it moves the focus again.
    dialog.current?.close()
    if (way) void navigate(...way)
    if ('run' in place) place.run()
  }
  /**
   * Handles an Enter pressed before the stocks arrived: opens the first one once they arrive, unless the input has
   * changed.
   */
  const openFirstOf = async (wanted: string) => {
    const place = await first()
    if (place && field.current?.value === wanted) await open(place)
  }
  const walk = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const place = places[pointed]
    if (event.key === 'Enter') {
      event.preventDefault()
      if (place && (isCurrent || !isFromServer(place))) void open(place)
      else if (!isCurrent) void openFirstOf(typed)
    }
    const to = { ArrowDown: pointed + 1, ArrowUp: pointed - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.max(Math.min(to, places.length - 1), 0)
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    // A `select` has no text field, and a `datalist` cannot show names.
    // oxlint-disable jsx-a11y/prefer-tag-over-role
    // The keyboard closes it by Escape, which the browser handles.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={t('title')}
      onClose={() => (opens.current === undefined ? onClose() : onOpens(opens.current))}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      className="mx-auto max-h-dvh w-full max-w-full overflow-hidden bg-raised text-ink backdrop:bg-shade md:mt-[12dvh] md:max-h-[70dvh] md:w-[36rem] md:max-w-[calc(100vw-3rem)] md:rounded-md md:shadow-float"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="relative flex items-center border-b-2 border-line has-[input:focus]:border-accent pt-[env(safe-area-inset-top)]">
          <Search size={17} aria-hidden className="pointer-events-none absolute left-4 text-faded" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label={t('field')}
            aria-expanded={places.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={places[pointed] ? `${id}-${pointed}` : undefined}
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={60}
            placeholder={t('field')}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setAt(0)
            }}
            onKeyDown={walk}
            className="h-13 min-w-0 flex-1 bg-transparent pr-2 pl-11 text-16 text-ink outline-none placeholder:text-faded"
          />
          <button
            type="button"
            aria-label={t('close')}
            onClick={() => dialog.current?.close()}
            className="mr-1 grid size-11 shrink-0 place-items-center rounded-md hover:bg-wash"
          >
            <X size={18} aria-hidden />
          </button>
        </div>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('found')}
          className="overflow-y-auto overscroll-contain p-1.5 empty:p-0"
        >
          {places.map((place, index) => (
            <div
              key={place.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === pointed}
              // Without this, a press would take the focus from the field.
              onMouseDown={event => event.preventDefault()}
              onClick={() => void open(place)}
              onKeyDown={walk}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2.5 text-14 hover:bg-wash aria-selected:bg-wash md:min-h-9"
            >
              {place.code && <b className="shrink-0 font-strong">{place.code}</b>}
              <span className="min-w-0 flex-1 truncate">{place.name}</span>
              <span className="shrink-0 text-12 text-faded">{place.beside}</span>
            </div>
          ))}
        </div>
        <output className="block px-4 text-13 text-faded empty:hidden not-has-[.sr-only]:py-3">
          {state === 'failed'
            ? t('failed')
            : state === 'none'
              ? t('none')
              : state === 'found' && <span className="sr-only">{t('count', { count: places.length })}</span>}
        </output>
      </div>
    </dialog>
  )
}

/** Whether the result is an alert on a stock that was found. */
const isAlertFor = (place: Place) => 'opens' in place && place.opens !== 'keys' && place.opens.stock !== undefined
const isFromServer = (place: Place) => 'stock' in place || isAlertFor(place)
