# Needs three things from outside: the base (Debian with Node.js and npm), Debian's packages and npm's.
# Each may come from a mirror: --build-arg BASE=… DEBIAN_MIRROR=http://… NPM_CONFIG_REGISTRY=https://…
ARG BASE=node:24-trixie-slim

FROM ${BASE} AS build
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package*.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# What runs it stays; the base has Node.js already, so the project's own copy goes too, and second copies of WebAssembly.
RUN npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@ffmpeg/core/dist/esm node_modules/jieba-wasm/pkg/[bdw]* \
 && node scripts/licences.mjs > licences/packages.txt

FROM ${BASE}
ARG DEBIAN_MIRROR
# Debian packages beside those that are needed, such as ffmpeg (docs/operations.md).
ARG EXTRA_PACKAGES
# pg_dump and pg_restore back up the PostgreSQL of compose.yaml.
RUN if [ -n "$DEBIAN_MIRROR" ]; then \
      sed -i "s#https\?://deb.debian.org/debian\b#$DEBIAN_MIRROR#g" /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; \
    fi \
 && apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates postgresql-client $EXTRA_PACKAGES \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir -m 700 /data && chown node:node /data
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/public ./public
COPY --from=build /app/server ./server
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/licences ./licences
# What the demo school is made of (KAOPING_DEMO=1).
COPY --from=build /app/app/db/demo ./app/db/demo
# What the scripts check settings by.
COPY --from=build /app/app/lib/settings.mjs ./app/lib/settings.mjs
COPY --from=build /app/app/lib/data-place.mjs ./app/lib/data-place.mjs
COPY --from=build /app/app/lib/loopback.mjs ./app/lib/loopback.mjs
USER node
VOLUME /data
EXPOSE 3000
# It does not answer before a large database is upgraded, and nothing may take it for broken meanwhile.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/serve.mjs", "build/server/index.js"]
