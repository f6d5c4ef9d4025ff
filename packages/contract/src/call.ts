import type { Right } from '@finlist/domain/plans/rights'
import * as z from 'zod/mini'
import type { AnswerTopic } from './topics.ts'

type Schema = z.core.$ZodType
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type None = z.ZodMiniUndefined
type NoParams = z.ZodMiniObject<Record<never, never>>

/**
 * How recent the sign-in must be. 'always': within the last `freshMinutes`, for calls that charge or replace a card,
 * move money, change sign-in methods or export data. 'conditional': depends on the request, by a condition passed to
 * `serve`.
 */
type Freshness = 'never' | 'always' | 'conditional'
export const freshMinutes = 10

/**
 * The callers that are allowed: everyone ('public'); anyone with a valid token, even if blocked ('token', only for the
 * device check); or holders of a right who signed in as recently as `fresh` requires. The right may depend on the path.
 * There is no default.
 */
export type Needs<Params> =
  | 'public'
  | 'token'
  | { readonly right: Right | ((params: Params) => Right); readonly fresh: Freshness }

/** How recent a sign-in the call requires. */
export const freshnessOf = ({ needs }: Pick<AnyCall, 'needs'>): Freshness =>
  typeof needs === 'string' ? 'never' : needs.fresh

/** The default limit of a request body, in bytes. */
export const usualBodyBytes = 65_536

/**
 * An API call: method, path under /api, required right, and the schemas of its input and output. The server handles
 * calls only through `serve`; the browser makes them only through `ask`.
 */
export type Call<
  PS extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  D extends Schema = Schema,
  N = Needs<z.output<PS>>,
  F extends string = string,
> = {
  method: 'GET' | 'POST' | 'DELETE'
  path: `/${string}`
  needs: N
  /** A GET that changes data, because the specification defines it so: never cached, prefetched or retried. */
  changes: boolean
  /** The topics that the response is derived from. When one of them is published, an earlier response may be stale. */
  topics: readonly AnswerTopic[]
  /** The response has no envelope, as the public protocols for chart data and chart storage require. */
  plain: boolean
  /** The call is part of a public protocol or of the specification, so our web client may not use it. */
  protocol: boolean
  /** Allows cross-origin requests from any site: a public call without personal data. */
  anyOrigin: boolean
  params: PS
  query: Q
  body: B
  /** The maximum size of the request body, in bytes. A larger body is rejected unread. Files have separate limits. */
  bodyBytes: number
  /** The file fields of the multipart form that the call takes instead of a JSON body. */
  files: readonly F[]
  data: D
}
export type AnyCall = Call<Schema, Schema, Schema, Schema, Needs<never>>

// Lets bundlers drop unused calls.
/*#__NO_SIDE_EFFECTS__*/
export function call<
  const P extends `/${string}`,
  PS extends Schema = NoParams,
  Q extends Schema = None,
  B extends Schema = None,
  D extends Schema = None,
  const N extends Needs<z.output<PS>> = Needs<z.output<PS>>,
  const F extends string = never,
>(
  spec: {
    method: 'GET' | 'POST' | 'DELETE'
    path: P
    needs: N
    changes?: boolean
    topics?: readonly AnswerTopic[]
    plain?: boolean
    protocol?: boolean
    anyOrigin?: N extends 'public' ? boolean : never
    query?: Q
    body?: B
    bodyBytes?: number
    files?: readonly F[]
    data?: D
  } & ([ParamNames<P>] extends [never]
    ? { params?: PS }
    : { params: PS & z.core.$ZodType<Record<ParamNames<P>, unknown>> }),
): Call<PS, Q, B, D, N, F> {
  return {
    params: z.object({}),
    query: z.undefined(),
    body: z.undefined(),
    bodyBytes: usualBodyBytes,
    files: [],
    data: z.optional(z.undefined()),
    changes: spec.method !== 'GET',
    topics: [],
    plain: false,
    protocol: false,
    anyOrigin: false,
    ...spec,
  } as unknown as Call<PS, Q, B, D, N, F>
}
