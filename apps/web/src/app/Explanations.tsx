import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { TermName } from '../components/term-names.ts'

const Explanation = lazy(() => import('../components/explanation.tsx'))

/** `isPressed`: a press opened the explanation, so it stays open when the pointer leaves the word. */
type Shown = { word: HTMLElement; isPressed: boolean }

const wordAt = (target: EventTarget | null) => (target as Element | null)?.closest?.<HTMLElement>('[data-term]') ?? null

/** Explains every `Term` on the page, one at a time. */
export function Explanations() {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    const ending = new AbortController()
    const on = { signal: ending.signal }
    let waiting: ReturnType<typeof setTimeout>
    const show = (word: HTMLElement, isPressed = false) =>
      setShown(now => (now?.word === word && now.isPressed >= isPressed ? now : { word, isPressed }))
    document.addEventListener(
      'pointerover',
      ({ target, pointerType }) => {
        clearTimeout(waiting)
        if (pointerType !== 'mouse') return
        const word = wordAt(target)
        if (word) waiting = setTimeout(() => show(word), 150)
        else if (!(target as Element).closest('[data-explains]'))
          setShown(now => (now?.isPressed === false && now.word !== document.activeElement ? undefined : now))
      },
      on,
    )
    document.addEventListener(
      'focusin',
      ({ target }) => {
        const word = wordAt(target)
        if (word?.matches(':focus-visible')) show(word)
      },
      on,
    )
    document.addEventListener(
      'focusout',
      ({ target }) => setShown(now => (now?.word === wordAt(target) ? undefined : now)),
      on,
    )
    document.addEventListener(
      'click',
      ({ target, detail }) => {
        const word = wordAt(target)
        // A keyboard click has `detail` 0. It is ignored, because the word was already explained when it received the
        // focus.
        if (word)
          setShown(now =>
            now?.word === word && (now.isPressed || detail === 0) ? undefined : { word, isPressed: true },
          )
      },
      on,
    )
    return () => {
      clearTimeout(waiting)
      ending.abort()
    }
  }, [])
  if (!shown) return null
  const { word, isPressed } = shown
  return createPortal(
    <Suspense>
      <Explanation
        key={word.dataset['term']}
        of={word.dataset['term'] as TermName}
        word={word}
        isPressed={isPressed}
        onClose={() => setShown(undefined)}
      />
    </Suspense>,
    // Rendered inside the open dialog, if there is one, because a modal dialog makes everything outside it inert.
    word.closest('[role=dialog], main') ?? document.body,
  )
}
