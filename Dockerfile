# The image of `pauta serve`, from the lockfile alone. compose.production.yaml runs it.
FROM node:24-trixie-slim AS build
WORKDIR /opt/pauta
COPY . .
# The pages need tools that the service does not have.
RUN npm ci && npm run build-pages
RUN rm -rf node_modules packages/*/node_modules packages/local packages/emulators packages/index-server packages/sample-data \
  && npm ci --omit=dev -w packages/cli -w packages/server -w functions \
  && rm -rf node_modules/sst-linux-*

FROM node:24-trixie-slim
# pg_dump and pg_restore, of the version of the server in compose.production.yaml.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-17 ca-certificates \
  && rm -rf /var/lib/apt/lists/* && mkdir /data /backups && chown node:node /data /backups
WORKDIR /opt/pauta
COPY --from=build /opt/pauta/package.json ./
COPY --from=build /opt/pauta/node_modules ./node_modules
COPY --from=build /opt/pauta/functions ./functions
COPY --from=build /opt/pauta/packages ./packages
COPY --from=build /opt/pauta/stacks ./stacks
ENV NODE_ENV=production
USER node
EXPOSE 8000
VOLUME ["/data", "/backups"]
ENTRYPOINT ["node", "packages/cli/src/pauta.ts"]
CMD ["serve"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8000/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
