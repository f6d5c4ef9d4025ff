import { isPlainName } from '@finlist/i18n/plain-name'
import * as z from 'zod/mini'

/** A name that a person chooses for something: no control or bidirectional characters, and no web address. */
export const plainName = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(longest, { abort: true }),
      z.refine(isPlainName, { params: { isName: true } }),
    )
