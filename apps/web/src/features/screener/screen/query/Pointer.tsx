type Place = {
  text: string
  from: number
  to: number
  /** How far the field has scrolled sideways, in pixels. */
  scrolled: number
}

/** Underlines a part of the field's text. Has the field's font and padding, and no text of its own to read. */
export function Underline({ text, from, to, scrolled }: Place) {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-0 flex items-center overflow-hidden px-3">
      <span
        style={{ translate: `${-scrolled}px` }}
        className="font-mono text-16 whitespace-pre text-transparent md:text-14"
      >
        {text.slice(0, from)}
        <span className="underline decoration-wrong decoration-wavy decoration-2 underline-offset-4">
          {text.slice(from, to) || ' '}
        </span>
      </span>
    </span>
  )
}

/** A line of carets below a part of the field's text. */
export function Carets({ text, from, to, scrolled }: Place) {
  return (
    <span aria-hidden className="block h-3.5 overflow-hidden pt-0.5 px-3.25">
      <span
        style={{ translate: `${-scrolled}px` }}
        className="block font-mono text-16 leading-4 whitespace-pre md:text-14 md:leading-4"
      >
        <span className="invisible">{text.slice(0, from)}</span>
        <span className="text-wrong">{'^'.repeat(Math.max(1, to - from))}</span>
      </span>
    </span>
  )
}
