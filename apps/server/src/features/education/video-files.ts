import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type Language, languageIds } from '@finlist/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Key, KeyRing } from '../../db/keys.ts'

const prefix = '/education/files/'
const opensForMs = 6 * 3_600_000
const isPicture = /\.(jpe?g|png|webp|avif|svg)$/i

/**
 * Serves each of our video files from the first of `folders` that has it. Pictures are public. A video and its captions
 * need a signed URL, because a player cannot send a token.
 */
export class VideoFiles {
  readonly #folders: readonly string[]
  readonly #ring: () => KeyRing
  readonly #now: () => number

  constructor({ folders, ring, now }: { folders: readonly string[]; ring: () => KeyRing; now: () => number }) {
    this.#folders = folders
    this.#ring = ring
    this.#now = now
  }

  async serve(app: FastifyInstance) {
    await app.register(fastifyStatic, {
      root: [...this.#folders],
      prefix,
      decorateReply: false,
      suppressWarning: true,
      index: false,
      dotfiles: 'deny',
      cacheControl: false,
      allowedPath: (path, _, { query }) =>
        (isPicture.test(path) || this.#opens(path, query as Record<string, unknown>)) && this.#has(path),
      setHeaders: (reply, path) => {
        reply.header('cache-control', isPicture.test(path) ? 'public, max-age=86400' : 'private, no-store')
      },
    })
  }

  pictureAddress(name: string): string {
    return `/api${prefix}${name}`
  }

  /** A URL with which anyone can open the file for the next six hours. */
  addressOf(name: string): string {
    const until = this.#now() + opensForMs
    return `/api${prefix}${name}?until=${until}&seal=${sealOf(name, until, this.#ring().signing)}`
  }

  /** Caption files with the video's base name: `intro.en.vtt` for `intro.mp4`. */
  captionsOf(name: string): { language: Language; address: string }[] {
    const stem = name.replace(/\.\w+$/, '')
    return languageIds.flatMap(language => {
      const captions = `${stem}.${language}.vtt`
      return this.#has(captions) ? [{ language, address: this.addressOf(captions) }] : []
    })
  }

  /**
   * Whether the path is a regular file in the folder: not a link that leads out of it, and not a pipe, which would
   * block forever.
   */
  #has(path: string): boolean {
    const folder = this.#folders.find(folder => existsSync(join(folder, path)))
    if (folder === undefined) return false
    const real = realpathSync(join(folder, path))
    return real.startsWith(realpathSync(folder) + sep) && statSync(real).isFile()
  }

  #opens(path: string, { until, seal }: Record<string, unknown>): boolean {
    if (typeof until !== 'string' || typeof seal !== 'string') return false
    if (!(Number(until) > this.#now())) return false
    const given = Buffer.from(seal)
    return this.#ring().accepted.some(key => {
      const wanted = Buffer.from(sealOf(path.replace(/^\/+/, ''), Number(until), key))
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    })
  }
}

const sealOf = (name: string, until: number, key: Key) =>
  createHmac('sha256', key.value).update(`${name}\n${until}`).digest('base64url')
