import type { Say, TextKey } from '../language.ts'
import { type Html, html } from './html.ts'

export type FieldName =
  | 'email'
  | 'password'
  | 'code'
  | 'new-password'
  | 'current-password'
  | 'phone'
  | 'recovery'
  | 'factor'
  | 'passkey-name'

/**
 * An error of a field, or of the whole form if no field is given. `wait` is a waiting time in words; `values` are
 * inserted into the text.
 */
export type Fault = { field?: FieldName; text: TextKey; wait?: string; values?: Record<string, string | number> }

const kinds: Record<FieldName, { type: string; autocomplete: string; max: number; extra?: Html }> = {
  email: { type: 'email', autocomplete: 'username', max: 254 },
  password: { type: 'password', autocomplete: 'current-password', max: 512 },
  'current-password': { type: 'password', autocomplete: 'current-password', max: 512 },
  'new-password': { type: 'password', autocomplete: 'new-password', max: 512 },
  code: { type: 'text', autocomplete: 'one-time-code', max: 16, extra: html`inputmode="numeric" class="code"` },
  recovery: { type: 'text', autocomplete: 'off', max: 32, extra: html`class="letters"` },
  factor: { type: 'text', autocomplete: 'one-time-code', max: 32, extra: html`class="letters"` },
  'passkey-name': { type: 'text', autocomplete: 'off', max: 60 },
  phone: { type: 'tel', autocomplete: 'tel', max: 32 },
}

export type Field = { value?: string | undefined; hint?: TextKey; focus?: boolean; fault?: Fault | undefined }

/** A labelled input with its hint and error. Assistive technology announces them together. */
export function field(say: Say, name: FieldName, { value, hint, focus, fault }: Field): Html {
  const kind = kinds[name]
  const wrong = fault?.field === name
  const described = [hint && `${name}-hint`, wrong && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${say(`field.${name}`)}</label>
<input id="${name}" name="${name}" type="${kind.type}" autocomplete="${kind.autocomplete}" maxlength="${kind.max}" ${kind.extra}
 ${value !== undefined && html`value="${value}"`} ${described !== '' && html`aria-describedby="${described}"`}
 ${wrong && html`aria-invalid="true"`} ${focus && html`autofocus`} autocapitalize="none" spellcheck="false">
${hint && html`<p class="hint" id="${name}-hint">${say(hint)}</p>`}
${wrong && html`<p class="error" role="alert" id="${name}-error">${sayFault(say, fault)}</p>`}
</div>`
}

/** The error of the whole form. */
export function formFault(say: Say, fault: Fault | undefined): Html | undefined {
  if (!fault || fault.field) return undefined
  return html`<p class="error banner" role="alert">${sayFault(say, fault)}</p>`
}

const sayFault = (say: Say, { text, wait, values }: Fault) => say(text, { ...(wait && { wait }), ...values })
