import { type ComponentProps, type KeyboardEvent, useCallback, useRef } from 'react'

const controlsOf = (bar: Element) => [...bar.querySelectorAll<HTMLElement>('button')]

/**
 * Makes an element a toolbar with a single tab stop. Arrow keys, Home and End move from button to button, including
 * disabled ones. Not Base UI's toolbar, because its 7 kB would delay the chart's first view.
 */
export function useToolbar(): Pick<ComponentProps<'div'>, 'role' | 'ref' | 'onKeyDown' | 'onFocus'> {
  const stop = useRef<HTMLElement>(undefined)
  const settle = useCallback((bar: Element) => {
    const controls = controlsOf(bar)
    const now = controls.find(it => it === stop.current) ?? controls[0]
    for (const it of controls) it.tabIndex = it === now ? 0 : -1
  }, [])
  const ref = useCallback(
    (bar: HTMLDivElement | null) => {
      if (!bar) return undefined
      settle(bar)
      // Runs again when buttons are added or removed.
      const watch = new MutationObserver(() => settle(bar))
      watch.observe(bar, { childList: true, subtree: true })
      return () => watch.disconnect()
    },
    [settle],
  )
  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const controls = controlsOf(event.currentTarget)
    const at = controls.indexOf(event.target as HTMLElement)
    const { length } = controls
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1 + length,
      ArrowLeft: at - 1 + length,
      Home: 0,
      End: length - 1,
    }[event.key]
    if (at === -1 || to === undefined) return
    event.preventDefault()
    controls[to % length]!.focus()
  }
  return {
    role: 'toolbar',
    ref,
    onKeyDown: walk,
    onFocus: ({ target, currentTarget }) => {
      stop.current = target
      settle(currentTarget)
    },
  }
}
