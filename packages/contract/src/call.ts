import type { Right } from '@finlist/domain/plans/rights'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type None = z.ZodMiniUndefined
type NoParams = z.ZodMiniObject<Record<never, never>>

/**
 * Who may call: anybody; the bearer of a valid token, blocked or not ('token', the device check alone); or whoever holds
 * the right, which may hang on the path. There is no default.
 */
export type Needs<Params> = 'public' | 'token' | Right | ((params: Params) => Right)

/**
 * One call of the API: method, path under /api, the right it needs, and the shapes of what goes in and out.
 * The server answers it only through `serve`, the browser asks it only through `ask`.
 */
export type Call<
  PS extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  D extends Schema = Schema,
> = {
  method: 'GET' | 'POST'
  path: `/${string}`
  needs: Needs<z.output<PS>>
  /** A GET that changes data, as the specification names it: never cached, prefetched or retried. */
  changes: boolean
  params: PS
  query: Q
  body: B
  data: D
}
export type AnyCall = Omit<Call, 'needs'> & { needs: Needs<never> }

export function call<
  const P extends `/${string}`,
  PS extends Schema = NoParams,
  Q extends Schema = None,
  B extends Schema = None,
  D extends Schema = None,
>(
  spec: {
    method: 'GET' | 'POST'
    path: P
    needs: Needs<z.output<PS>>
    changes?: boolean
    query?: Q
    body?: B
    data?: D
  } & ([ParamNames<P>] extends [never]
    ? { params?: PS }
    : { params: PS & z.core.$ZodType<Record<ParamNames<P>, unknown>> }),
): Call<PS, Q, B, D> {
  return {
    params: z.object({}),
    query: z.undefined(),
    body: z.undefined(),
    data: z.undefined(),
    changes: spec.method === 'POST',
    ...spec,
  } as unknown as Call<PS, Q, B, D>
}
