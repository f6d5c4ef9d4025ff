import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { read, useStored } from '../../api/storage.ts'
import { useTranslation } from '../../i18n/texts.ts'

const load = () => import('./SearchDialog.tsx')
const SearchDialog = lazy(load)

/**
 * The search button in the header, where there is room for it. Ctrl-K (Cmd-K on a Mac) also opens the search, as does
 * `/` unless single-key shortcuts are off. The search dialog is lazy-loaded.
 */
export function SearchControl() {
  const t = useTranslation()
  const slash = useStored('singleKeys') ? ' /' : ''
  const room = useRef<HTMLDivElement>(null)
  /**
   * Numbers of the last search that was opened and of the last one that was closed. A dialog that closes late must not
   * close the one opened after it.
   */
  const [opened, setOpened] = useState(0)
  const [closed, setClosed] = useState(0)
  const open = () => setOpened(times => times + 1)
  useEffect(() => {
    const gone = new AbortController()
    const press = (event: KeyboardEvent) => {
      // Ignored while a dialog makes the header inert.
      if (!isAsked(event) || room.current?.closest('[inert], [aria-hidden=true]')) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) open()
    }
    addEventListener('keydown', press, gone)
    return () => gone.abort()
  }, [])
  return (
    <>
      <div ref={room} className="@container flex min-w-11 flex-1 justify-end">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts={`${isMac ? 'Meta' : 'Control'}+K${slash}`}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={open}
          className="way-in"
        >
          <Search size={18} aria-hidden strokeWidth={1.75} className="shrink-0" />
          <span className="sr-only flex-1 text-start text-13 md:@min-[16rem]:not-sr-only">{t('search')}</span>
          <kbd aria-hidden className="hidden font-sans text-12 md:@min-[16rem]:block">
            {isMac ? '⌘K' : 'Ctrl K'}
          </kbd>
        </button>
      </div>
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
  if (key !== '/' || ctrlKey || metaKey || !read('singleKeys')) return false
  const typedInto = target instanceof Element && target.closest('input, select, textarea, [contenteditable]')
  // A field that was just removed keeps the focus until the next paint.
  return !typedInto || !typedInto.checkVisibility()
}
