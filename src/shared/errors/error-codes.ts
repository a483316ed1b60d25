/**
 * Every refusal of the server: its HTTP status and its message. `{name}` placeholders are filled from the details given
 * to `refuse`. `shape: 'job'` replies `{"job": {"status": 4, "error": message}}`
 * (docs/reference/api-conventions.md#job-shaped-errors); `shape: 'text'` replies the message alone as plain text, for
 * programs that read neither JSON nor pages; the default shape is `{"message", "code"}`.
 */
export const errorCodes = {
  'request.invalid': { status: 400, message: '{reason}' },
  'request.malformed': {
    status: 400,
    message: 'The browser (or proxy) sent a request that this server could not understand.',
  },
  'request.too_large': { status: 413, message: 'The request is larger than {limit}.' },
  'request.method_not_allowed': { status: 405, message: 'The method is not allowed for the requested URL.' },
  'request.unsupported_media_type': {
    status: 415,
    message: "Did not attempt to load JSON data because the request Content-Type was not 'application/json'.",
  },
  'request.form_needed': {
    status: 415,
    message: 'This address accepts only forms (application/x-www-form-urlencoded).',
  },
  'request.csrf': { status: 400, message: '{reason}' },
  'request.rate_limited': { status: 429, message: '{limit}' },
  'content.from_git': {
    status: 403,
    message:
      'This comes from git and is changed there: in {path} (commit {commit}). An admin can detach it under Settings > Git Sync.',
  },
  'git_sync.busy': { status: 409, message: 'A sync is waiting or running. Please wait until it has ended.' },
  'auth.required': { status: 401, message: "Couldn't find resource. Please login and try again." },
  'auth.forbidden': {
    status: 403,
    message:
      "You don't have the permission to access the requested resource. It is either read-protected or not readable by the server.",
  },
  'auth.scope_missing': {
    status: 403,
    message: 'This API key may not do this: it does not have the scope {scope}.',
  },
  'auth.not_owner': { status: 403, message: "You don't have permission to edit this resource." },
  'auth.wrong_credentials': { status: 400, message: 'Wrong email or password.' },
  'auth.busy': {
    status: 503,
    message: 'Too many people are signing in at the moment. Please try again in a few seconds.',
  },
  'auth.password_login_disabled': {
    status: 400,
    message: 'Password login is not enabled for your organization.',
  },
  'auth.code_needed': {
    status: 400,
    message:
      'This account has a second factor. Please send its code as well: as the field "code", or to /login/code.',
  },
  'auth.wrong_code': {
    status: 400,
    message: 'This code is wrong, or has been used already. Please enter the next one.',
  },
  'auth.code_expired': { status: 400, message: 'This login took too long. Please log in again.' },
  'auth.password_again': { status: 403, message: 'Please enter your password.' },
  'auth.prove_again': {
    status: 403,
    message:
      'Please confirm that it is you. This works only within ten minutes of entering your password or a code: log out, log in with it, and repeat the action.',
  },
  'auth.session_needed': {
    status: 403,
    message: 'This is not possible with an API key. Please log in with a browser and do it there.',
  },
  'auth.second_factor_needed': {
    status: 403,
    message:
      'Your organization requires a second factor. Open Sextant in a browser, or reload the page, to set one up.',
  },
  'second_factor.is_on': { status: 409, message: 'The second factor is on already.' },
  'second_factor.is_off': { status: 409, message: 'The second factor is off.' },
  'second_factor.not_begun': { status: 409, message: 'This took too long. Please start again.' },
  'second_factor.wrong_code': {
    status: 400,
    message:
      'This is not the code that the app shows now. Please check the clocks of the phone and of this server.',
  },
  'second_factor.required': {
    status: 403,
    message: 'Your organization requires a second factor, so it cannot be switched off.',
  },
  'second_factor.of_other': { status: 403, message: 'You can only set up your own second factor.' },
  'second_factor.reset_own': {
    status: 403,
    message: 'Please turn off your own second factor with your password, or ask another admin.',
  },
  'sign_in.wrong_ldap_credentials': { status: 400, message: 'Incorrect credentials.' },
  'sign_in.invalid_jwt': { status: 401, message: 'Invalid JWT token' },
  'sign_in.failed': { status: 400, message: '{reason}' },
  'sign_in.cancelled': { status: 400, message: 'The login was cancelled.' },
  'sign_in.proof_unknown': {
    status: 403,
    message:
      'This does not confirm that it is you: the service you logged in with does not say when you entered your password. Use your password or a code of your second factor. If you have neither, choose a password with the link "Forgot your password?" or ask the operator.',
  },
  'sign_in.proof_too_old': {
    status: 403,
    message:
      'This does not confirm that it is you: the service you logged in with did not ask for your password again. Log out there and try again, or use your password or a code of your second factor.',
  },
  'sign_in.not_allowed': {
    status: 403,
    message:
      'The account {email} is not allowed to use this instance. Please ask an admin for an invitation.',
  },
  'sign_in.google_not_allowed': { status: 403, message: "Your Google Apps account ({email}) isn't allowed." },
  'sign_in.email_not_verified': {
    status: 403,
    message:
      'Your email address has not been verified by the service you logged in with. Please verify it there first.',
  },
  'sign_in.account_not_verified': {
    status: 403,
    message:
      'An account with your email address exists, but its address is not verified. Please log in to it and verify the address, or ask an admin.',
  },
  'sign_in.account_disabled': {
    status: 403,
    message: 'Your account has been disabled. Please ask an admin.',
  },
  'setup.invalid': { status: 400, message: '{reason}' },
  'setup.done': { status: 403, message: 'Sextant is set up already. Please log in.' },
  'api_key.too_many': {
    status: 409,
    message: 'A user can have at most {count} API keys. Please revoke one.',
  },
  'user.bad_email': { status: 400, message: 'Bad email address.' },
  'user.email_taken': { status: 400, message: 'Email already taken.' },
  'user.password_needed': { status: 403, message: 'Must provide current password to update password.' },
  'user.wrong_password': { status: 403, message: 'Incorrect current password.' },
  'user.password_of_other': {
    status: 403,
    message: 'Only the user can change this password. Please send a password reset email instead.',
  },
  'user.groups_by_admin': { status: 403, message: 'Must be admin to change groups membership.' },
  'user.unknown_group': { status: 400, message: 'Group id {id} is invalid.' },
  'user.delete_self': {
    status: 403,
    message: 'You cannot delete your own account. Please ask another admin to do this for you.',
  },
  'user.delete_active': {
    status: 403,
    message: 'You cannot delete activated users. Please disable the user instead.',
  },
  'user.delete_owner': {
    status: 409,
    message: 'This user owns queries or other objects. Please disable the user instead.',
  },
  'user.disable_self': {
    status: 403,
    message: 'You cannot disable your own account. Please ask another admin to do this for you.',
  },
  'user.hand_over_whom': {
    status: 400,
    message: 'Please choose an active user who takes over.',
  },
  'user.hand_over_hidden': {
    status: 400,
    message: 'This user may not see all data sources of what is handed over. Please choose another user.',
  },
  'user.no_invitation': {
    status: 400,
    message: 'This user has accepted the invitation already. A password reset email lets the user in again.',
  },
  'user.last_admin': {
    status: 409,
    message: 'There would be no admin left. Please make another user an admin first.',
  },
  'user.not_verified': {
    status: 409,
    message:
      'The address of this user is not verified, so another person may have made the account. Before they become an admin, send them a link for a new password: it verifies the address.',
  },
  'user.leave_builtin_group': {
    status: 403,
    message: 'You cannot remove yourself from a built-in group. Please ask another admin to do this for you.',
  },
  'group.builtin_rename': { status: 400, message: "Can't modify built-in groups." },
  'group.name_taken': { status: 400, message: 'Group with the name {name} already exists.' },
  'group.builtin_delete': { status: 400, message: "Can't delete built-in groups." },
  'link.unknown': {
    status: 400,
    message:
      'Your {kind} link is invalid. Bad signature. Please double-check the token, or ask for a new link.',
  },
  'link.expired': { status: 400, message: 'Your {kind} link has expired. Please ask for a new one.' },
  'link.accepted': {
    status: 400,
    message: 'This invitation has already been accepted. Please try resetting your password instead.',
  },
  'link.used': { status: 400, message: 'Your reset link has been used already. Please ask for a new one.' },
  'link.restored': {
    status: 400,
    message: 'This link has already restored your address. Please log in, or request a new password.',
  },
  'link.address_taken': {
    status: 409,
    message: 'Another user has this address by now. Please tell an admin at once.',
  },
  'link.bad_verification': {
    status: 400,
    message: 'Your verification link is invalid. Please ask for a new one.',
  },
  'link.other_account': {
    status: 403,
    message: 'This link is for another account than the one that you are logged in with.',
  },
  'link.bad_password': { status: 400, message: '{reason}' },
  'mail.not_configured': {
    status: 400,
    message: 'Email is not set up here, so Sextant cannot send you an email. Please ask an administrator.',
  },
  not_found: {
    status: 404,
    message:
      'The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
  },
  'server.unavailable': {
    status: 503,
    message: 'The database of Sextant cannot be reached at the moment. Please try again in a few seconds.',
  },
  'server.busy': {
    status: 503,
    message: 'Too many long queries are being prepared. Please try again in a few seconds.',
  },
  'server.receiving': {
    status: 503,
    message: 'Too many large requests are being received. Please try again in a few seconds.',
  },
  'server.schema': {
    status: 503,
    message: 'The database schema is out of date. Run: sextant migrate',
  },
  'server.bug': { status: 500, message: 'Internal Server Error' },
  'data_source.not_databricks': {
    status: 400,
    message: 'Resource only available for the Databricks query runner.',
  },
  'file.not_files': { status: 400, message: 'Files can be uploaded to data sources of the type Files only.' },
  'file.too_large': {
    status: 400,
    message: 'The file is larger than {limit} bytes (SEXTANT_MAX_UPLOAD_BYTES).',
  },
  'file.no_room': { status: 400, message: '{reason}' },
  'file.part_empty': { status: 400, message: 'The request has no bytes of the file.' },
  'file.surplus': { status: 400, message: 'More bytes were sent than the file was said to have.' },
  'file.incomplete': { status: 400, message: 'Not all bytes of the file were sent.' },
  'file.is_read': { status: 400, message: 'The file was read already, so it cannot change.' },
  'file.not_read': { status: 400, message: 'The file was not read yet.' },
  'file.is_table': { status: 400, message: 'The file is a table already.' },
  'file.table_taken': { status: 400, message: 'There is a table {table} already.' },
  'file.table_missing': { status: 400, message: 'There is no table {table} yet.' },
  'file.columns_differ': { status: 400, message: '{reason}' },
  'file.too_many_tables': { status: 400, message: 'A data source can have {count} tables.' },
  'data_source.unknown_type': { status: 400, message: 'There is no data source type "{type}".' },
  'data_source.name_taken': {
    status: 400,
    message: 'Data source with the name {name} already exists.',
  },
  'data_source.invalid_options': { status: 400, message: '{reason}' },
  'data_source.secret_placeholder': {
    status: 400,
    message: '{field}: no value is stored for this secret, so it cannot be kept. Please enter it.',
  },
  'data_source.secret_moved': {
    status: 400,
    message:
      '{field}: please enter this secret again. The address has changed, and a stored secret goes only where it was meant to go.',
  },
  'destination.unknown_type': { status: 400, message: 'There is no alert destination type "{type}".' },
  'destination.invalid_options': { status: 400, message: '{reason}' },
  'destination.secret_placeholder': {
    status: 400,
    message: '{field}: no value is stored for this secret, so it cannot be kept. Please enter it.',
  },
  'destination.secret_moved': {
    status: 400,
    message:
      '{field}: please enter this secret again. The address has changed, and a stored secret goes only where it was meant to go.',
  },
  'destination.name_taken': {
    status: 400,
    message: 'Alert Destination with the name {name} already exists.',
  },
  'destination.in_use': {
    status: 409,
    message: 'Alerts still use this destination: {alerts}. Please remove it from them first.',
  },
  'delivery.not_again': { status: 400, message: 'This message is not sent again: {reason}' },
  'query.version_conflict': {
    status: 409,
    message:
      'A conflict happened while processing the request. The resource might have been modified while the request was being processed.',
  },
  'dashboard.version_conflict': {
    status: 409,
    message:
      'A conflict happened while processing the request. The resource might have been modified while the request was being processed.',
  },
  'dashboard.too_large': {
    status: 400,
    message:
      'The widgets of this dashboard and their queries hold more than {limit}, which is too much to show. Please remove widgets, or shorten the options of their visualizations and queries.',
  },
  'dashboard.public_disabled': { status: 400, message: 'Public URLs are disabled.' },
  'dashboard.unsafe_parameters': {
    status: 400,
    message:
      'This dashboard cannot be shared: {titles} can be filled with any text. Give such parameters a static value, or another type.',
  },
  'query.dropdown_no_group': {
    status: 400,
    message:
      'You are trying to associate a dropdown query that does not have a matching group. Please verify the dropdown query id you are trying to associate with this query.',
  },
  'query.detached': {
    status: 400,
    message: 'This query is detached from any data source. Please select a different query.',
  },
  'embed.unknown_key': {
    status: 401,
    message: 'The API key in this address is missing, or does not open this query any more.',
  },
  'embed.switched_off': { status: 403, message: 'Public links and embeds are switched off here.' },
  'embed.unsafe': {
    status: 403,
    message: 'Currently it is not possible to embed queries that contain text parameters.',
  },
  'embed.no_visualization': { status: 404, message: 'Visualization does not exist' },
  'query.version_data_source': {
    status: 403,
    message:
      'You do not have full access to the data source of this version, so you cannot restore it. You can copy its text.',
  },
  'access.unknown_type': { status: 400, message: 'Unknown access type.' },
  'access.user_not_found': { status: 400, message: 'User not found.' },
  'alert.query_with_parameters': {
    status: 400,
    message: 'query_id: alerts do not work with queries that use parameters.',
  },
  'alert.query_draft': {
    status: 400,
    message: 'query_id: this query is a draft. Please publish it first.',
  },
  'alert.query_archived': {
    status: 400,
    message: 'query_id: this query is archived, so it has no new results to watch.',
  },
  'alert.unknown_destination': {
    status: 400,
    message: 'destination_id: there is no such alert destination.',
  },
  'snippet.trigger_taken': {
    status: 400,
    message: 'trigger: a snippet with the trigger "{trigger}" exists already.',
  },
  'result.none_for_query': { status: 404, message: 'No cached result found for this query.' },
  'result.too_large_to_order': {
    status: 400,
    message:
      'This result is too large to be sorted or searched here. Let the query do it: ORDER BY sorts, WHERE searches.',
  },
  'result.too_many_orders': {
    status: 503,
    message: 'Too many large results are being read, sorted or searched. Please try again in a few seconds.',
  },
  'result.unknown_format': { status: 404, message: 'Results are offered as json, csv, tsv and xlsx.' },
  'execution.no_data_source_selected': {
    status: 401,
    message: 'Please select data source to run this query.',
    shape: 'job',
  },
  'execution.data_source_unavailable': {
    status: 401,
    message: 'Target data source not available.',
    shape: 'job',
  },
  'execution.no_estimate': {
    status: 400,
    message: 'Data sources of this type do not tell what a query would read.',
  },
  'execution.not_permitted': {
    status: 403,
    message: 'You do not have permission to run queries with this data source.',
    shape: 'job',
  },
  'execution.unsafe_shared': {
    status: 403,
    message:
      'This query contains potentially unsafe parameters and cannot be executed on a shared dashboard or an embedded visualization.',
    shape: 'job',
  },
  'execution.unsafe_view_only': {
    status: 403,
    message:
      'This query contains potentially unsafe parameters and cannot be executed with read-only access to this data source.',
    shape: 'job',
  },
  'execution.paused': { status: 400, message: '{name} is paused. Please try later.', shape: 'job' },
  'execution.paused_reason': {
    status: 400,
    message: '{name} is paused ({note}). Please try later.',
    shape: 'job',
  },
  'execution.different_static_values': {
    status: 400,
    message:
      'The dashboard shows this query with different static values. Its page runs each widget by its own address.',
    shape: 'job',
  },
  'execution.missing_parameters': {
    status: 400,
    message: 'Missing parameter value for: {names}',
    shape: 'job',
  },
  'execution.empty_query': { status: 400, message: "Can't execute empty query.", shape: 'job' },
  'execution.invalid_parameters': {
    status: 400,
    message: 'The following parameter values are incompatible with their definitions: {names}',
  },
  'execution.too_many_waiting': {
    status: 429,
    message: 'You already have {count} waiting runs. Please wait until some have ended, or cancel them.',
    shape: 'job',
  },
  'execution.too_many_preparing': {
    status: 429,
    message:
      'You already have {count} long query texts that wait to be prepared. Please try again in a few seconds.',
  },
  'execution.user_key_needed': { status: 403, message: 'Please use a user API key.' },
  'metrics.token_needed': {
    status: 401,
    message:
      'The metrics need the token that is set in SEXTANT_METRICS_TOKEN. Please send it in the header "Authorization: Bearer …".',
    shape: 'text',
  },
  'metrics.token_unset': {
    status: 403,
    message:
      'Only programs on the machine of Sextant can read the metrics, and not through a proxy. For others, set SEXTANT_METRICS_TOKEN and send it in the header "Authorization: Bearer …".',
    shape: 'text',
  },
} as const satisfies Record<string, { status: number; message: string; shape?: ErrorShape }>

export type ErrorShape = 'job' | 'text'
export type ErrorCode = keyof typeof errorCodes
