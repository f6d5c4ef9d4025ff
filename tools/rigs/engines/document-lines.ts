/**
 * A fenced block of shell lines, with the heading above it and the bold words that begin the paragraph before it
 * (`**Upgrade.**`).
 */
type Block = { chapter: string; lead: string; lines: string[] }

/** The fenced blocks of a Markdown document, except those that are marked as another language. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let [chapter, lead] = ['', '']
  let open: Block | undefined
  let isOther = false
  for (const line of markdown.split('\n')) {
    const fence = /^```(.*)$/.exec(line)
    if (fence && (open || isOther)) [open, isOther] = [undefined, false]
    else if (fence && !['', 'sh'].includes(fence[1]!)) isOther = true
    else if (fence) blocks.push((open = { chapter, lead, lines: [] }))
    else if (open && line.trim() !== '') open.lines.push(line)
    else if (!open && !isOther) {
      const heading = /^##+ (.*)$/.exec(line)?.[1]
      if (heading) [chapter, lead] = [heading, '']
      lead = /^\*\*([^*]+?)\.?\*\*/.exec(line)?.[1] ?? lead
    }
  }
  return blocks
}

export type Replacing = readonly (readonly [placeholder: string, value: string])[]

/** The line with its placeholders replaced. */
export function fillIn(line: string, replacing: Replacing = []): string {
  return replacing.reduce((filled, [placeholder, value]) => filled.replaceAll(placeholder, value), line)
}

/** The placeholders in `replacing` that occur in no line. If there are any, the document has changed. */
export function unusedPlaceholders(lines: readonly string[], replacing: Replacing = []): string[] {
  return replacing.flatMap(([placeholder]) => (lines.some(line => line.includes(placeholder)) ? [] : [placeholder]))
}
