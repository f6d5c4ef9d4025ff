import { isPlainName } from '@finlist/i18n/plain-name'
import * as z from 'zod/mini'

/**
 * A name that a user gives to something of theirs. It has no control or bidirectional characters and is not a web
 * address.
 */
export const plainName = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(longest, { abort: true }),
      z.refine(isPlainName, { params: { isName: true } }),
    )

/** Like `plainName`, for a text that may be empty. */
export const plainNote = (longest: number) =>
  z.string().check(z.trim(), z.maxLength(longest, { abort: true }), z.refine(isPlainName, { params: { isName: true } }))
