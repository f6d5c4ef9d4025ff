import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../i18n/texts.ts'

const load = () => import('./SearchDialog.tsx')
const SearchDialog = lazy(load)

/**
 * Load it lazily. The way into the search: in the header's free room, where that is wide enough, and by Ctrl-K, on a
 * Mac Cmd-K, or `/`. It takes no room of its own, so that nothing in the header moves.
 */
export function SearchControl() {
  const t = useTranslation('notices')
  const room = useRef<HTMLDivElement>(null)
  /** How often it was opened, and which time was closed last: a dialog that closes late does not close the next. */
  const [opened, setOpened] = useState(0)
  const [closed, setClosed] = useState(0)
  const open = () => setOpened(times => times + 1)
  const [place] = useState(() => document.getElementById('room'))
  useEffect(() => {
    const gone = new AbortController()
    const press = (event: KeyboardEvent) => {
      // The header is out of reach while a dialog is open.
      if (!isAsked(event) || room.current?.closest('[inert], [aria-hidden=true]')) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) open()
    }
    addEventListener('keydown', press, gone)
    return () => gone.abort()
  }, [])
  const button = (
    <div ref={room} className="@container flex justify-end">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K /' : 'Control+K /'}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={open}
        className="hidden h-11 w-11 items-center justify-center gap-2 rounded-md text-ink hover:bg-wash @min-[2.75rem]:flex md:h-8 md:@min-[16rem]:w-60 md:@min-[16rem]:justify-start md:@min-[16rem]:border md:@min-[16rem]:border-edge md:@min-[16rem]:px-2.5 md:@min-[16rem]:text-faded"
      >
        <Search size={18} aria-hidden strokeWidth={1.75} className="shrink-0" />
        <span className="sr-only flex-1 text-start text-13 md:@min-[16rem]:not-sr-only">{t('search')}</span>
        <kbd aria-hidden className="hidden font-sans text-12 md:@min-[16rem]:block">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
    </div>
  )
  return (
    <>
      {place && createPortal(button, place)}
      <Suspense fallback={null}>
        {opened > closed && <SearchDialog key={opened} onClose={() => setClosed(opened)} />}
      </Suspense>
    </>
  )
}

const isMac = /Mac|iP/.test(navigator.platform)

function isAsked({ key, ctrlKey, metaKey, altKey, shiftKey, target, isComposing }: KeyboardEvent): boolean {
  if (altKey || isComposing) return false
  if (key.toLowerCase() === 'k') return !shiftKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)
  // Some keyboards type a slash with Shift.
  if (key !== '/' || ctrlKey || metaKey) return false
  const typedInto = target instanceof Element && target.closest('input, select, textarea, [contenteditable]')
  // A field that has just gone keeps the focus until the browser draws again.
  return !typedInto || !typedInto.checkVisibility()
}
