import { type Language } from '@finlist/i18n/languages'
import type { PageAsked } from '../../http/page.ts'
import { languageOf, type Say, sayIn, type TextKey } from '../../language.ts'
import type { Store } from '../../store.ts'
import { type Html, html, type Part } from '../html.ts'
import { inLanguage } from '../layout.ts'

/** The data that all parts of the console need. */
export type View = {
  store: Store
  say: Say
  language: Language
  /** The URL of the current page, to which its forms redirect. */
  here: string
  token: string
}

export function viewOf({ store, query, token }: PageAsked, here: string): View {
  const language = languageOf(typeof query['lang'] === 'string' ? [query['lang']] : [])
  return { store, say: sayIn(language), language, here, token }
}

export function link({ language }: View, path: string, text: Part): Html {
  return html`<a href="${inLanguage(path, language)}">${text}</a>`
}

/** A form that makes a change and then redirects back to the page. */
export function act({ language, here, token }: View, action: string, inside: Html): Html {
  return html`<form method="post" action="${action}" class="row">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="back" value="${inLanguage(here, language)}">
${inside}
</form>`
}

/** A table or, if there are no rows, a line of text. Columns whose heading ends in `#` are numeric. */
export function table(
  { say }: View,
  headings: readonly `${TextKey}${'' | '#'}`[],
  rows: readonly (readonly Part[])[],
): Html {
  if (rows.length === 0) return html`<p class="hint">${say('console.none')}</p>`
  const isNumber = headings.map(heading => heading.endsWith('#'))
  const cell = (part: Part, at: number) => html`<td${isNumber[at] && html` class="number"`}>${part}</td>`
  return html`<div class="wide" tabindex="0"><table>
<thead><tr>${headings.map((heading, at) => html`<th${isNumber[at] && html` class="number"`} scope="col">${say(heading.replace('#', '') as TextKey)}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${row.map(cell)}</tr>`)}</tbody>
</table></div>`
}

export function facts({ say }: View, rows: readonly (readonly [TextKey, Part])[]): Html {
  return html`<dl>${rows.map(([label, value]) => html`<dt>${say(label)}</dt><dd>${value}</dd>`)}</dl>`
}
