import { deviceCheck } from '@finlist/contract/account/device'
import { deviceHeaders } from '@finlist/contract/account/device-headers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { EncodedResponse } from '../http/encoded-response.ts'
import { serve } from '../http/serve.ts'
import { atOnce } from './at-once.ts'
import type { Access, Identified } from './authorize.ts'
import type { Devices } from './devices.ts'
import type { Locate } from './location.ts'

/**
 * Serves the route by which the browser asks, before each call, whether the device check would pass. Registers a
 * browser that has no device yet. The check runs again on the call itself.
 */
export async function serveDeviceCheck(app: FastifyInstance, access: Access, devices: Devices, locate: Locate) {
  const allowed = await EncodedResponse.make(deviceCheck, { status: true })
  const refused = await EncodedResponse.make(deviceCheck, { status: false, reason: 'device' })
  const blocked = await EncodedResponse.make(deviceCheck, { status: false, reason: 'blocked' })

  function judge(request: FastifyRequest, identified: Identified) {
    if (identified.person.blocked) return blocked
    const verdict = access.judgeDevice(request, identified)
    if (verdict === 'copied') return access.refuseCopied(identified)
    if (verdict === 'unknown') return meet(request, identified)
    return verdict === 'passes' ? allowed : refused
  }

  async function meet(request: FastifyRequest, identified: Identified) {
    const givenId = request.headers[deviceHeaders.deviceId.toLowerCase()]
    if (z.safeParse(z.uuid(), givenId).success && (await devices.isForeign(String(givenId), identified.person)))
      return refused
    const made = await devices.register(identified, request)
    return { status: true, ...made, location: locate(request.ip) }
  }

  serve(app, deviceCheck, ({ request }) => atOnce(access.identify(request), identified => judge(request, identified)))
}
