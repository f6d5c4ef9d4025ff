/** The engine takes plain colours: the browser resolves CSS colours first. `percent` is the opacity. */
export type Colours = (css: string, percent?: number) => string

/** The colours in force at a place, each looked up once. */
export function coloursAt(place: HTMLElement): Colours {
  const known = new Map<string, readonly [number, number, number]>()
  const canvas = place.ownerDocument.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const resolve = (css: string) => {
    const probe = place.ownerDocument.createElement('span')
    place.append(probe)
    // Forced colours would give every colour the text's.
    probe.style.setProperty('forced-color-adjust', 'none')
    probe.style.color = css
    canvas.fillStyle = getComputedStyle(probe).color
    probe.remove()
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return [red, green, blue] as const
  }
  return (css, percent = 100) => {
    const found = known.get(css) ?? resolve(css)
    known.set(css, found)
    return `rgba(${found.join(', ')}, ${percent / 100})`
  }
}

/** What of the system changes colours; paper has a theme of its own. */
const settings = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)', 'print']

/**
 * Calls `act` when the theme, the colour of rising prices or the market of a page or of a part of it changes, or the
 * system's colours or contrast. Returns a function that stops it.
 */
export function onThemeChange(act: () => void): () => void {
  const gone = new AbortController()
  for (const setting of settings) matchMedia(setting).addEventListener('change', act, gone)
  const chosen = new MutationObserver(act)
  chosen.observe(document.documentElement, {
    subtree: true,
    attributeFilter: ['data-theme', 'data-rising', 'data-market'],
  })
  return () => {
    gone.abort()
    chosen.disconnect()
  }
}
