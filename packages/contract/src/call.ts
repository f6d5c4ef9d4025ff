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
 * How recent the sign-in must be: 'always' within the last `freshMinutes`, for calls that charge or replace a card,
 * move money, change sign-in methods or export data; 'conditional' where it depends on the request, and `serve` is
 * given the condition.
 */
type Freshness = 'never' | 'always' | 'conditional'
export const freshMinutes = 10

/**
 * Who may call: everyone; the bearer of a valid token, blocked or not ('token', only the device check); or the holder
 * of the right, which may depend on the path, signed in as recently as `fresh` says. There is no default.
 */
export type Needs<Params> =
  | 'public'
  | 'token'
  | { readonly right: Right | ((params: Params) => Right); readonly fresh: Freshness }

/** How recent a sign-in the call needs. */
export const freshnessOf = ({ needs }: Pick<AnyCall, 'needs'>): Freshness =>
  typeof needs === 'string' ? 'never' : needs.fresh

/** The largest body of a call without its own limit, in bytes. */
export const usualBodyBytes = 65_536

/**
 * A call of the API: method, path under /api, the required right, and the schemas of input and output. The server
 * handles it only through `serve`, the browser calls it only through `ask`.
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
  /** A GET that changes data, as the specification names it: never cached, prefetched or retried. */
  changes: boolean
  /** The data that the response depends on: once one of these topics is published, an earlier response may be stale. */
  topics: readonly AnswerTopic[]
  /** The body is sent without the envelope: calls of the public datafeed and storage protocols. */
  plain: boolean
  /**
   * Also used by other clients, through a public protocol or the specification, so no screen of ours needs to call it.
   */
  protocol: boolean
  /** Pages of other sites may also read it: a public call without personal data. */
  anyOrigin: boolean
  params: PS
  query: Q
  body: B
  /** The largest body, in bytes; a larger one is rejected before it is read. Files have separate limits. */
  bodyBytes: number
  /** Names of the files in the multipart form that the call takes instead of a JSON body. */
  files: readonly F[]
  data: D
}
export type AnyCall = Call<Schema, Schema, Schema, Schema, Needs<never>>

// Lets bundles drop calls that they do not use.
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
