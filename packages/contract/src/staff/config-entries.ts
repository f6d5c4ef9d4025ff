import * as z from 'zod/mini'
import { call } from '../call.ts'

export const configKeys = ['SEMINAR_DATE', 'SUNDAY_CLUB_LINK'] as const
export type ConfigKey = (typeof configKeys)[number]

/** `YYYY-MM-DD`, or `YYYY-MM-DD HH:mm` in Hong Kong time. */
const seminarDate = z
  .string()
  .check(
    z.refine(
      text =>
        /^\d{4}-\d\d-\d\d( ([01]\d|2[0-3]):[0-5]\d)?$/.test(text) &&
        z.safeParse(z.iso.date(), text.slice(0, 10)).success,
      { params: { text: 'not-day-or-minute' } },
    ),
  )
const webAddress = z.url({ protocol: /^https?$/, hostname: /./ }).check(z.maxLength(2_000))

/**
 * Sets a configuration value that every visitor can see: the date of the next free seminar, `YYYY-MM-DD` or `YYYY-MM-DD
 * HH:mm` in Hong Kong time, or the registration link of the Sunday club.
 */
export const setConfig = call({
  method: 'POST',
  path: '/admin/data/config',
  needs: { right: 'staff', fresh: 'never' },
  body: z.discriminatedUnion('configKey', [
    z.object({ configKey: z.literal('SEMINAR_DATE'), configValue: seminarDate }),
    z.object({ configKey: z.literal('SUNDAY_CLUB_LINK'), configValue: webAddress }),
  ]),
})

/**
 * The date of the next free seminar, for the public website: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm` in Hong Kong time; null
 * if none is set.
 */
export const freeSeminar = call({
  method: 'GET',
  path: '/website/landing/free-seminar',
  needs: 'public',
  anyOrigin: true,
  data: z.object({ seminarDate: z.nullable(z.string()) }),
})
