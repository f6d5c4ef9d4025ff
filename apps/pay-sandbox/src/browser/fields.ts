import { languageFor } from '@finlist/i18n/languages'
import type { Page } from '../http/page.ts'
import { sayIn, type TextKey } from '../language.ts'
import type { Form } from '../route.ts'
import { frame } from './frame.ts'
import { html } from './html.ts'

const inputs = {
  number: { autocomplete: 'cc-number', maxlength: 24 },
  expiry: { autocomplete: 'cc-exp', maxlength: 9 },
  cvc: { autocomplete: 'cc-csc', maxlength: 4 },
}
type Field = keyof typeof inputs

/** The error codes for which the card field's script has a message. */
const spoken: readonly TextKey[] = [
  'card.placeholder.cvc',
  'card.placeholder.cvc-amex',
  'card.incomplete_number',
  'card.invalid_number',
  'card.incorrect_number',
  'card.incomplete_expiry',
  'card.invalid_expiry_month',
  'card.invalid_expiry_year',
  'card.incomplete_cvc',
  'card.invalid_cvc',
  'card.unreachable',
  'card.brand.visa',
  'card.brand.mastercard',
  'card.brand.amex',
]

/** The page of one card field. Query parameters: `field`, `group` (the form it belongs to), `locale` and `style`. */
export const fields: Page = {
  method: 'GET',
  path: '/_sandbox/fields',
  answer: ({ store, query, allowedOrigin }) => {
    const field = Object.hasOwn(inputs, text(query['field'])) ? (query['field'] as Field) : 'number'
    const language = languageFor([text(query['locale'])]) ?? 'en'
    const say = sayIn(language)
    const { autocomplete, maxlength } = inputs[field]
    return frame(
      {
        language,
        title: say(`card.${field}`),
        script: '/_sandbox/fields.js',
        shop: allowedOrigin,
        data: {
          field,
          group: text(query['group']).slice(0, 64),
          now: String(store.now()),
          texts: JSON.stringify(Object.fromEntries(spoken.map(key => [key.slice('card.'.length), say(key)]))),
          style: JSON.stringify(styleOf(query)),
        },
      },
      html`<label class="away" for="field">${say(`card.${field}`)}</label>
<input id="field" name="${autocomplete}" autocomplete="${autocomplete}" inputmode="numeric" maxlength="${maxlength}"
 placeholder="${say(`card.placeholder.${field}`)}" aria-describedby="wrong" spellcheck="false" autocorrect="off">
${field === 'number' && html`<span id="brand" aria-hidden="true"></span>`}
<p class="away" id="wrong" role="status"></p>`,
    )
  },
}

const styles: Record<string, string> = {
  fontFamily: '--font-family',
  fontSize: '--font-size',
  color: '--colour',
  placeholderColor: '--placeholder-colour',
  errorColor: '--error-colour',
  colorScheme: 'color-scheme',
}

/**
 * The shop's style as CSS properties. Leaves out unknown properties, and values that could contain anything other than
 * a value.
 */
function styleOf(query: Form): Record<string, string> {
  let wished: unknown
  try {
    wished = JSON.parse(text(query['style']).slice(0, 2_000) || '{}')
  } catch {
    return {}
  }
  if (typeof wished !== 'object' || wished === null) return {}
  const safe = Object.entries(wished).filter(
    ([name, value]) =>
      Object.hasOwn(styles, name) && typeof value === 'string' && /^[\w\s#%.,()"'/-]{1,300}$/.test(value),
  )
  return Object.fromEntries(safe.map(([name, value]) => [styles[name]!, value as string]))
}

const text = (value: Form[string] | undefined): string => (typeof value === 'string' ? value : '')
