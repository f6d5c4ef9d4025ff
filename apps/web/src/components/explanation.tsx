import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { TermName } from './term-names.ts'
import { useTermTexts } from './term-texts.ts'

const margin = 8

type Props = { of: TermName; word: HTMLElement; isPressed: boolean; onClose: () => void }

/**
 * Lazy-loaded. Explains a word of the glossary, above everything else on the page. Closed by Escape, by a press outside
 * and by scrolling.
 */
export default function Explanation({ of, word, isPressed, onClose }: Props) {
  const { name, text } = useTermTexts(of)(of)
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = popup.current!
    // A browser without popovers renders the element as part of the page.
    element.showPopover?.()
    const place = word.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const isBelow = place.bottom + height + margin <= innerHeight || place.top < height + margin
    element.style.top = `${isBelow ? place.bottom : place.top - height}px`
    element.style.left = `${Math.max(margin, Math.min(place.left - 4, innerWidth - width - margin))}px`
  }, [word])

  useLayoutEffect(() => {
    word.setAttribute('aria-describedby', id)
    return () => word.removeAttribute('aria-describedby')
  }, [word, id])
  // `aria-expanded` changes only on a press: a screen reader's cursor also moves the focus, so the change would be
  // announced at every word.
  useLayoutEffect(() => {
    word.setAttribute('aria-expanded', String(isPressed))
    return () => word.setAttribute('aria-expanded', 'false')
  }, [word, isPressed])

  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // Runs before the first paint, because Escape may be pressed as soon as the explanation appears. It must then close
  // only the explanation, not also the panel or dialog behind it.
  useLayoutEffect(() => {
    const ending = new AbortController()
    // Handles the event before the panel or dialog does.
    const on = { signal: ending.signal, capture: true }
    addEventListener(
      'keydown',
      event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close.current()
      },
      on,
    )
    const away = ({ target }: Event) => {
      if (!word.contains(target as Node) && !popup.current?.contains(target as Node)) close.current()
    }
    for (const name of ['pointerdown', 'scroll', 'resize']) addEventListener(name, away, on)
    return () => ending.abort()
  }, [word])

  return (
    <div
      ref={popup}
      popover="manual"
      role="tooltip"
      id={id}
      data-explains
      // The padding covers the gap to the word, so that the pointer can cross it.
      className="fixed inset-auto z-50 m-0 w-max max-w-[min(20rem,calc(100vw-1rem))] overflow-visible border-0 bg-transparent p-0 py-1.5"
    >
      <div className="rounded-md border border-line bg-raised px-3 py-2 text-13 text-ink shadow-float">
        <b className="block font-strong">{name}</b>
        {text}
      </div>
    </div>
  )
}
