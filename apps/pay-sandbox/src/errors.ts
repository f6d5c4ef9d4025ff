import { ApiError } from './route.ts'

const invalid = (message: string, more: { code?: string; param?: string } = {}, status = 400): ApiError =>
  new ApiError(status, { type: 'invalid_request_error', message, ...more })

/** The 404 error `No such customer: 'cus_x'`. */
export function resourceMissing(noun: string, id: string, param = 'id'): ApiError {
  const status = param === 'id' ? 404 : 400
  return invalid(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, status)
}

export const parameterMissing = (param: string): ApiError =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const parameterUnknown = (param: string): ApiError =>
  invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })

export const parameterEmpty = (param: string): ApiError =>
  invalid(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  )

export const invalidInteger = (param: string, given: string): ApiError =>
  invalid(`Invalid integer: ${given}`, { code: 'parameter_invalid_integer', param })

export const invalidBoolean = (param: string, given: string): ApiError =>
  invalid(`Invalid boolean: ${given}`, { param })

export const notOneOf = (param: string, given: string, allowed: readonly string[]): ApiError =>
  invalid(`Invalid ${param}: must be one of ${allowed.join(', ')}`, {
    param,
    ...(given === '' && { code: 'parameter_invalid_empty' }),
  })

export const exclusive = (one: string, other: string): ApiError =>
  invalid(`You may only specify one of these parameters: ${one}, ${other}.`, {
    code: 'parameters_exclusive',
    param: one,
  })

/** The error, in Stripe's wording, for a valid request that cannot be carried out. */
export const refused = (message: string, more: { code?: string; param?: string } = {}): ApiError =>
  invalid(message, more)

export type Decline = { code: string; message: string; decline_code?: string; param?: string }

/**
 * A 402 error. `keeps`: the failed attempt is saved, as for a declined payment. `more` contains `payment_intent` and
 * similar fields.
 */
export function cardError(decline: Decline, more: Record<string, unknown> = {}, keeps = false): ApiError {
  return new ApiError(402, { type: 'card_error', ...decline, ...more }, keeps)
}
