{{- define "sextant.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "sextant.selector" -}}
app.kubernetes.io/name: sextant
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sextant.labels" -}}
{{ include "sextant.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "sextant.secret" -}}
{{- required "existingSecret: name a secret with the keys database-url and secret-key (docs/deploy/kubernetes.md)" .Values.existingSecret -}}
{{- end }}

{{- define "sextant.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "sextant.name" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end }}

{{- define "sextant.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "sextant.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "sextant.env" -}}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ include "sextant.secret" . }}, key: database-url } }
- name: SEXTANT_SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ include "sextant.secret" . }}, key: secret-key } }
- name: SEXTANT_METRICS_TOKEN
  valueFrom: { secretKeyRef: { name: {{ include "sextant.secret" . }}, key: metrics-token, optional: true } }
- name: SEXTANT_TRUSTED_PROXIES
  value: {{ .Values.trustedProxies | quote }}
{{- with .Values.url }}
- name: SEXTANT_URL
  value: {{ . | quote }}
{{- end }}
{{- with .Values.env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "sextant.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- if .Values.files.existingClaim }}
- { name: files, mountPath: /data/files, readOnly: {{ .Values.files.readOnly }} }
{{- end }}
{{- end }}

{{- define "sextant.volumes" -}}
- { name: data, emptyDir: {} }
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- with .Values.files.existingClaim }}
- name: files
  persistentVolumeClaim: { claimName: {{ . }} }
{{- end }}
{{- end }}

{{- define "sextant.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
