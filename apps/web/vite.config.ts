import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { figureNames } from './figure-names.ts'
import { firstScript } from './first-script.ts'
import { precompress } from './precompress.ts'
import { preloadApp } from './preload-app.ts'
import { sharedNames } from './shared-names.ts'
import { withoutUnusedRouter } from './unused-router.ts'

const api = process.env['FINLIST_API'] ?? 'http://127.0.0.1:4100'

/**
 * Small pieces of code that nearly every page needs, in one file, because each would otherwise be a separate request.
 */
const onMostPages =
  /node_modules[\\/](react-router|@tanstack)[\\/](?!.*(nfiniteQuery(Observer)?|[mM]utationObserver|useMutation(State)?)\.)|web[\\/]src[\\/](app[\\/]render|ui[\\/](page-header|button|skeleton|is-phone|empty-state|tabs)|components[\\/](market-dates|market-figures|stock-name))|zod[\\/]v4[\\/]mini[\\/]coerce|contract[\\/]src[\\/]plain-name\.|web[\\/]any-name\.|domain[\\/]src[\\/]chart[\\/]padded\.|domain[\\/]src[\\/]markets[\\/]stock-codes\.|i18n[\\/]src[\\/]counts\.|lucide-react[\\/].*[\\/]icons[\\/](x|search|arrow-right|chevron-right)\./

/** Pieces shared by several screens, each too small for a separate request. They need nothing but the app itself. */
const pieces =
  /web[\\/]src[\\/](ui[\\/](section|row-menu|collapsible|when-seen)|api[\\/]invalidate|i18n[\\/]tagged|components[\\/](demo-files|failure-text|hong-kong-date|market-state|term))\.|contract[\\/]src[\\/]corporate-action\.|lucide-react[\\/].*[\\/]icons[\\/](plus|minus|check|ellipsis-vertical|external-link|download)\.|domain[\\/]src[\\/](market-trend[\\/]trend|profit-alerts[\\/]report-type|screener[\\/]screening-right|decimals|currencies)\./

/** Code that every chart needs in addition to the engine. */
const chartParts =
  /components[\\/](price-chart[\\/](page-key|picture|format-value|unconfirmed)|delisted-note)|domain[\\/]src[\\/]adjust[\\/]adjustment|domain[\\/]src[\\/]chart[\\/](symbol|first-view|chart-kinds|time-line|moving-averages|relative-strength|practice|spans|drawings|price-scale)\.|contract[\\/]src[\\/]charts[\\/]chart\.|@tanstack[\\/].*nfiniteQuery(Observer)?\.|lucide-react[\\/].*[\\/]icons[\\/]undo-2\./

/**
 * The code of the chart's screen, including code shared with practice, replay and overlays that are loaded later. In
 * one file, for a single request.
 */
const chartScreen =
  /features[\\/]chart[\\/](ChartScreen|chart-doc|queries|symbol-title|SymbolSearch|take-the-page|ToolButton|studies[\\/](palette|plots-of|study-kind|study-types|kinds[\\/](RS|SMA|VOL)))\.|domain[\\/]src[\\/]chart[\\/]studies\./

/** Code that is needed wherever positions are shown. */
const positionParts =
  /web[\\/]src[\\/](ui[\\/](figure-table|order-handle)|components[\\/]watchlists)\.|lucide-react[\\/].*[\\/]icons[\\/](grip-vertical|chevron-up)\.|contract[\\/]src[\\/]watchlist\.|domain[\\/]src[\\/]watchlist[\\/]figures\./

/** Code shared by plans, account and checkout. */
const billingParts =
  /contract[\\/]src[\\/]billing\.|domain[\\/]src[\\/]plans[\\/](catalogue|rights)\.|features[\\/]billing[\\/](queries|plans[\\/]plan-features)|features[\\/]billing[\\/]checkout[\\/]PaymentFailed|components[\\/](money|plan-words|leaving)\./

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    sharedNames(),
    figureNames(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        id: '/',
        name: 'FinList',
        short_name: 'FinList',
        description:
          'A weekly stock list for several markets, made by published rules. Educational and broadcast only.',
        lang: 'en',
        start_url: '/start',
        display: 'standalone',
        theme_color: '#ffffff',
        background_color: '#ffffff',
        categories: ['finance', 'education'],
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg}', 'icon-192.png'],
        // Excluded, because the browser stores it together with the service worker that imports it.
        globIgnores: ['push-worker.js'],
        importScripts: ['/push-worker.js'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [
          /^\/(api|auth|oidc|outbox|stop|demo-announcement|subscribe-verify|chart-widget|welcome|pick-\w+|sitemap\.xml)(\/|$|\?)/,
        ],
        runtimeCaching: [],
      },
    }),
    preloadApp(),
    firstScript(),
    withoutUnusedRouter(),
    precompress(),
  ],
  resolve: { alias: { '@finlist/i18n/plain-name': new URL('any-name.ts', import.meta.url).pathname } },
  server: {
    port: Number(process.env['PORT'] ?? 5173),
    // Keeps the host name of the address bar, because the server redirects any other.
    proxy: Object.fromEntries(
      ['/api', '/auth', '/oidc', '/outbox', '/stop', '/demo-announcement', '/record', '/.well-known'].map(path => [
        path,
        { target: api, changeOrigin: false },
      ]),
    ),
  },
  // For the workers that check the record and rebuild lists and picks.
  worker: { format: 'es' },
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist',
    assetsInlineLimit: 0,
    // The polyfill is unnecessary: every targeted browser supports it.
    // Files that every page has already loaded need not be listed again.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter(file => !/assets\/(libraries|app)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        // Short hashes make the page smaller, because it contains the names of all files.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'libraries', test: /node_modules[\\/](react-dom|scheduler)[\\/]/ },
            { name: 'app', test: onMostPages },
            {
              name: 'sidebar',
              test: /web[\\/]src[\\/](app[\\/]navigation[\\/](Sidebar|FooterLinks)|components[\\/]legal-link)/,
            },
            // Only needed to save a file as CSV.
            { name: 'save-file', test: /web[\\/]src[\\/]components[\\/]save-file|domain[\\/]src[\\/]csv/ },
            // Shared by all forms.
            {
              name: 'use-call-form',
              test: /node_modules[\\/]react-hook-form[\\/]|components[\\/]use-call-form|contract[\\/]src[\\/](issues|texts[\\/])/,
              includeDependenciesRecursively: false,
            },
            // The polled calls and the components that show their data, loaded once the network is idle.
            {
              name: 'polls',
              test: /web[\\/]src[\\/](api[\\/]serial-queue|app[\\/]Polls|features[\\/]inbox[\\/]UnreadMark|components[\\/](inbox|notices[\\/]system-messages)\.)|contract[\\/]src[\\/](inbox|messages|staff[\\/]message-targets)\.|domain[\\/]src[\\/]alerts[\\/]kind-names\./,
              includeDependenciesRecursively: false,
            },
            // Code shared by lists. It is in one file with the code that FinList needs first, which saves a request
            // there.
            {
              name: 'list',
              test: /web[\\/]src[\\/](features[\\/]finlist[\\/](FinListScreen|Issue|IssueDates|StockTable|StockCards|StockRow|Toolbar|WaitingList|columns|highlight|use-address|use-turned-to)\.|ui[\\/](data-table|fields[\\/](switch|search-field)|sort-menu|sort|use-drawn|badge|tooltip)\.|components[\\/](watchlist[\\/]watchlist-mark|notices[\\/]genuine-badge|changed-query|views[\\/]kept-view))/,
            },
            // Overlays of a list, loaded once the user interacts with it. Nothing that only they need may be left out:
            // rolldown would then make a second file, which exports a name that it lacks.
            {
              name: 'WhatChanged',
              test: /features[\\/]finlist[\\/](WhatChanged|ViewChoice|csv|weekly[\\/]departure-text)\.|lucide-react[\\/].*[\\/]printer\./,
              includeDependenciesRecursively: false,
            },
            // In a separate file, because screens that only read data need no mutations.
            {
              name: 'mutation',
              test: /@tanstack[\\/].*([mM]utationObserver|useMutation(State)?)\./,
              includeDependenciesRecursively: false,
            },
            { name: 'pieces', test: pieces },
            { name: 'list-view', test: /components[\\/]views[\\/](columns-button|list-view)\./ },
            // The switch between rows and charts, with what the charts share with it.
            {
              name: 'view-switch',
              test: /components[\\/]small-charts[\\/](view-switch|interval)\.|i18n[\\/]list-texts\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'fields',
              test: /ui[\\/]fields[\\/](text-field|select-field|segmented-control)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'trading',
              test: /domain[\\/]src[\\/](trading|calendar|markets[\\/](cn|hkex|jp|tw|us))\./,
              includeDependenciesRecursively: false,
            },
            { name: 'position-parts', test: positionParts, includeDependenciesRecursively: false },
            { name: 'chart-parts', test: chartParts, includeDependenciesRecursively: false },
            { name: 'ChartScreen', test: chartScreen },
            // The engine, and the components that draw with it.
            {
              name: 'candle-chart',
              test: /node_modules[\\/](lightweight-charts|fancy-canvas)[\\/]|components[\\/]price-chart[\\/](candle-chart|engine[\\/]open-chart)\./,
            },
            // A stock's panel needs the table and the outline of a base immediately; the chart's screen loads them on
            // demand.
            {
              name: 'price-chart',
              test: /components[\\/]price-chart[\\/](price-chart|bars-table|outline)\./,
              includeDependenciesRecursively: false,
            },
            { name: 'billing-parts', test: billingParts, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
