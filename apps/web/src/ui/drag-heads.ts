type Heads = {
  /** Returns the names of the columns that can be moved, in order. Column headings carry their names as `data-head`. */
  names: () => readonly string[]
  /** Called with the new order once a column heading has been dropped at another place. */
  onOrder: (names: string[]) => void
}

/** Minimum distance, in pixels, of a drag. A press that moves less is a click, which sorts. */
const leastPx = 6

/**
 * Lets the column headings of the page's table be dragged by mouse or pen; fingers scroll the table instead. A line
 * shows where the column would be dropped. Escape cancels. Nothing is re-rendered before the drop. Returns a function
 * that stops this.
 */
export function watchHeads({ names, onOrder }: Heads): () => void {
  function begin(press: PointerEvent): void {
    const head = press.target instanceof Element ? press.target.closest<HTMLElement>('th[data-head]') : null
    const name = head?.dataset['head'] ?? ''
    if (!head || press.button !== 0 || press.pointerType === 'touch' || !names().includes(name)) return
    const ended = new AbortController()
    const { signal } = ended
    let line: HTMLElement | undefined
    let to = -1
    const end = () => {
      ended.abort()
      line?.remove()
      head.style.opacity = ''
      document.documentElement.style.cursor = ''
    }
    const move = (event: PointerEvent) => {
      if (!line && Math.abs(event.clientX - press.clientX) < leastPx) return
      if (!line) {
        line = newLine()
        head.setPointerCapture(press.pointerId)
        head.style.opacity = '0.5'
        document.documentElement.style.cursor = 'grabbing'
      }
      to = showPlace(line, head, names(), event.clientX)
    }
    const drop = () => {
      const dragged = line !== undefined
      end()
      if (!dragged) return
      // Suppresses the click that ends a drag, because it would sort.
      const clicked = new AbortController()
      addEventListener('click', event => event.stopPropagation(), { capture: true, signal: clicked.signal })
      setTimeout(() => clicked.abort())
      const order = names().filter(other => other !== name)
      order.splice(to, 0, name)
      if (order.join() !== names().join()) onOrder(order)
    }
    addEventListener('pointermove', move, { signal })
    addEventListener('pointerup', drop, { signal })
    addEventListener('pointercancel', end, { signal })
    addEventListener('selectstart', event => event.preventDefault(), { signal })
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  }
  document.addEventListener('pointerdown', begin)
  return () => document.removeEventListener('pointerdown', begin)
}

function newLine(): HTMLElement {
  const line = document.createElement('div')
  line.className = 'pointer-events-none fixed z-20 w-0.5 bg-accent'
  return document.body.appendChild(line)
}

/** Moves the line to the place at which the column would be dropped. Returns the column's index among the others. */
function showPlace(line: HTMLElement, head: HTMLElement, names: readonly string[], x: number): number {
  const others = [...head.parentElement!.querySelectorAll<HTMLElement>('[data-head]')]
    .filter(other => other !== head && names.includes(other.dataset['head']!))
    .map(other => other.getBoundingClientRect())
  const before = others.findIndex(({ left, width }) => x < left + width / 2)
  const at = before === -1 ? others.length : before
  const { top, bottom } = head.closest('table')!.getBoundingClientRect()
  const headTop = Math.max(top, head.getBoundingClientRect().top)
  line.style.left = `${(others[at]?.left ?? others.at(-1)?.right ?? x) - 1}px`
  line.style.top = `${headTop}px`
  line.style.height = `${Math.min(bottom, innerHeight) - headTop}px`
  return at
}
