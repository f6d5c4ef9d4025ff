import { languages } from '@finlist/i18n/languages'
import { sayWait } from '../language.ts'
import type { Fault } from '../pages/field.ts'
import type { Page } from '../pages/layout.ts'
import type { Realm } from '../realm.ts'

export type SmsFault = { fault: Fault; wait: number }

/** The fault while all text messages are paused. It is the same for all callers, with or without an account. */
export async function smsPause({ options }: Realm, { say }: Page): Promise<SmsFault | undefined> {
  const wait = (await options.sms?.pauseSeconds()) ?? 0
  return wait > 0 ? { fault: { text: 'error.sms-total', wait: sayWait(say, wait) }, wait } : undefined
}

/**
 * The reason why no code can be sent to the number now, if any. If the rules allow the number, it counts as one of the
 * account's.
 */
export async function smsFault(
  realm: Realm,
  page: Page,
  account: string,
  phone: string,
): Promise<SmsFault | undefined> {
  const { sms } = realm.options
  const refused = await sms?.refusal(account, phone)
  if (!sms || !refused) return await smsPause(realm, page)
  const wait = refused.waitSeconds
  if (refused.rule === 'country')
    return {
      fault: { field: 'phone', text: 'error.sms-country', values: { countries: named(sms.countries, page) } },
      wait,
    }
  const values = { most: sms.newNumbersADay }
  return { fault: { text: 'error.sms-numbers', wait: sayWait(page.say, wait), values }, wait }
}

function named(countries: readonly string[], { language }: Page): string {
  const locale = languages[language].locale
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    countries.map(country => names.of(country) ?? country),
  )
}
