# -*- coding: utf-8 -*-
"""Fills a database of Redash through Redash's own models. Synthetic content."""
from __future__ import unicode_literals
import datetime, sys, json
import pytz
from redash import create_app, models
from redash.utils import gen_query_hash
try:
    from redash.utils.configuration import ConfigurationContainer
except ImportError:
    raise
version = int(sys.argv[1])
columns = 12 if version >= 25 else 6
app = create_app()
U = pytz.utc
def at(day, hour=9):
    return datetime.datetime(2024, 3, day, hour, 0, 0, tzinfo=U)
text = version >= 25
def js(value):
    return value if text else json.dumps(value)
with app.app_context():
    db = models.db
    add = db.session.add
    org = models.Organization(name='Harbour Office', slug='default', settings={'settings': {
        'date_format': 'DD/MM/YY', 'time_format': 'HH:mm:ss', 'float_format': '0,0.000', 'feature_show_permissions_control': True, 'beacon_consent': False,
        'hide_plotly_mode_bar': True, 'multi_byte_search_enabled': True, 'auth_password_login_enabled': True,
        'colour_of_the_moon': 'grey'}, 'google_apps_domains': ['harbour.example']})
    add(org); db.session.flush()
    admin = models.Group(name='admin', permissions=['admin', 'super_admin'], org=org, type='builtin')
    default = models.Group(name='default', permissions=models.Group.DEFAULT_PERMISSIONS, org=org, type='builtin')
    pilots = models.Group(name='Pilots', permissions=models.Group.DEFAULT_PERMISSIONS, org=org)
    readers = models.Group(name='Readers', permissions=['view_query', 'list_dashboards', 'a_permission_of_a_plugin'], org=org)
    for g in (admin, default, pilots, readers): add(g); db.session.flush()
    def user(name, email, groups, password, key, **details):
        d = {'is_email_verified': True, 'is_invitation_pending': False}
        d.update(details)
        u = models.User(org=org, name=name, email=email, group_ids=[g.id for g in groups], api_key=key)
        u.details = d
        u.created_at = at(1)
        if password: u.hash_password(password)
        add(u); db.session.flush()
        return u
    ada = user('Ada Quay', 'ada@harbour.example', (admin, default), 'tide-tables-2024', 'a' * 8 + 'K' * 32, active_at='2024-03-05T10:00:00Z')
    ben = user('Ben Mole', 'ben@harbour.example', (default, pilots), 'lighthouse keeper', 'b' * 8 + 'K' * 32)
    cleo = user('Cleo Pier', 'cleo@harbour.example', (readers,), None, 'c' * 8 + 'K' * 32)
    dan = user('Dan Left', 'dan@harbour.example', (default,), 'gone away 1', 'd' * 8 + 'K' * 32)
    dan.disabled_at = at(4)
    eve = user('Eve Invited', 'eve@harbour.example', (default,), None, 'e' * 8 + 'K' * 32, is_invitation_pending=True)
    from redash.query_runner import get_configuration_schema_for_query_runner_type as schema_of
    def source(name, type_, options, links):
        s = models.DataSource(org=org, name=name, type=type_, options=ConfigurationContainer(options, schema_of(type_)))
        s.created_at = at(2)
        add(s); db.session.flush()
        for g, view_only in links:
            add(models.DataSourceGroup(group=g, data_source=s, view_only=view_only))
        return s
    pg = source('Berths', 'pg', {'host': '127.0.0.1', 'port': 5432, 'user': 'harbour', 'password': 'p w "ö" 1', 'dbname': 'berths', 'an_option_of_a_fork': 1}, [(default, False), (readers, True)])
    lite = source('Ledger', 'sqlite', {'dbpath': '/data/ledger.db'}, [(pilots, False)])
    qrds = source('Results', 'results', {}, [(default, False)])
    odd = source('Tide gauge', 'pg', {'host': 'gauge', 'dbname': 'gauge', 'user': 'gauge', 'password': 'gauge-secret'}, [(default, False)])
    db.session.flush()
    db.session.execute("update data_sources set type = 'tide_gauge' where id = %d" % odd.id)
    def query(name, sql, src, owner, key, **more):
        defaults = dict(description=None, is_draft=False, is_archived=False, options={}, tags=None, schedule=None)
        defaults.update(more)
        q = models.Query(org=org, name=name, query_text=sql, data_source=src, user=owner, last_modified_by=owner, api_key=key, **defaults)
        q.created_at = at(3)
        q.query_hash = gen_query_hash(sql)
        add(q); db.session.flush()
        q.visualizations = [models.Visualization(query_rel=q, name='Table', type='TABLE', description='', options=js({}))]
        db.session.flush()
        return q
    ships = query('Ships of the year', "select id, name, tons, arrived from ships order by id", pg, ada, 'q1' + 'S' * 38, description='All ships, *by id*.', tags=['ships', 'Berths'],
        schedule={'interval': 3600, 'time': None, 'day_of_week': None, 'until': None}, options={'apply_auto_limit': False})
    flags = query('Flags', "select flag as name, flag as value from flags order by 1", pg, ben, 'q2' + 'S' * 38)
    by_flag = query('Tons by flag', "select flag, sum(tons) as tons from ships where flag = '{{ flag }}' and arrived >= '{{ since.start }}' and arrived < '{{ since.end }}' group by 1", pg, ben, 'q3' + 'S' * 38,
        tags=['ships'], schedule={'interval': 86400, 'time': '06:00', 'day_of_week': None, 'until': '2031-01-01'},
        options={'parameters': [
            {'name': 'flag', 'title': 'Flag', 'type': 'query', 'queryId': flags.id, 'value': 'NO', 'global': False, 'locals': []},
            {'name': 'since', 'title': 'Since', 'type': 'date-range', 'value': {'start': '2024-01-01', 'end': '2024-12-31'}, 'global': False, 'locals': []}]})
    draft = query('A draft', "select 1 as one", pg, cleo, 'q4' + 'S' * 38, is_draft=True)
    archived = query('Old cranes', "select 2 as two", pg, dan, 'q5' + 'S' * 38, is_archived=True, schedule=None)
    nested = query('Tons again', "select * from query_%d" % ships.id, qrds, ada, 'q6' + 'S' * 38)
    gauge = query('Water level', "level", odd, ada, 'q7' + 'S' * 38)
    bare = query('Without a data source', "select 3", None, ada, 'q8' + 'S' * 38)
    wrong = query('A bad schedule', "select 4 as four", pg, ada, 'q9' + 'S' * 38, schedule={'interval': 'now and then', 'time': '25:99', 'day_of_week': None, 'until': None})
    chart = models.Visualization(query_rel=by_flag, name='Tons', type='CHART', description='', options=js({'globalSeriesType': 'column', 'columnMapping': {'flag': 'x', 'tons': 'y'}, 'sortX': True,
        'legend': {'enabled': True}, 'yAxis': [{'type': 'linear'}, {'type': 'linear', 'opposite': True}], 'xAxis': {'type': '-', 'labels': {'enabled': True}}, 'seriesOptions': {}}))
    counter = models.Visualization(query_rel=ships, name='How many', type='COUNTER', description='of this year', options=js({'counterLabel': 'Ships', 'counterColName': 'id', 'rowNumber': 1, 'targetRowNumber': 1, 'stringDecimal': 0, 'countRow': True}))
    add(chart); add(counter); db.session.flush()
    def board(name, slug, owner, **more):
        d = models.Dashboard(org=org, name=name, slug=slug, user=owner, layout=[] if text else '[]', version=3, **more)
        d.created_at = at(4)
        add(d); db.session.flush()
        return d
    k = columns // 6
    def widget(d, visualization, col, row, x, y, words='', **options):
        o = {'isHidden': False, 'position': {'autoHeight': False, 'sizeX': x * k, 'sizeY': y, 'minSizeX': 1, 'maxSizeX': columns, 'minSizeY': 1, 'maxSizeY': 1000, 'col': col * k, 'row': row}}
        o.update(options)
        w = models.Widget(visualization=visualization, text=words, width=1, options=js(o), dashboard=d)
        add(w); db.session.flush()
        return w
    harbour = board('Harbour today', 'harbour-today', ada, is_draft=False, tags=['ships'], dashboard_filters_enabled=True)
    widget(harbour, counter, 0, 0, 2, 3)
    widget(harbour, chart, 2, 0, 4, 8, parameterMappings={'flag': {'name': 'flag', 'type': 'dashboard-level', 'mapTo': 'flag', 'value': None, 'title': ''}, 'since': {'name': 'since', 'type': 'static-value', 'mapTo': 'since', 'value': {'start': '2024-01-01', 'end': '2024-07-01'}, 'title': ''}})
    widget(harbour, None, 0, 3, 2, 2, words='## Berths\n\nAsk *Ben*.')
    private = board('Drafts of Ben', 'drafts-of-ben', ben, is_draft=True)
    widget(private, ships.visualizations[0] if hasattr(ships.visualizations, '__getitem__') else None, 0, 0, 6, 5)
    old = board('Last year', 'last-year', dan, is_draft=False, is_archived=True)
    if hasattr(models.Dashboard, 'options'):
        harbour.options = {'globalParamOrder': ['flag']}
    add(models.ApiKey(org=org, object=harbour, created_by=ada, api_key='t' * 8 + 'P' * 32))
    add(models.ApiKey(org=org, object=old, created_by=ada, api_key='u' * 8 + 'P' * 32, active=False))
    for obj in (ships, harbour):
        add(models.Favorite(org_id=org.id, object=obj, user=ben))
    add(models.AccessPermission(object_type='queries', object_id=by_flag.id, access_type='modify', grantor=ben, grantee=ada))
    add(models.AccessPermission(object_type='dashboards', object_id=harbour.id, access_type='modify', grantor=ada, grantee=ben))
    from redash.destinations import get_configuration_schema_for_destination_type as dest_schema
    def destination(name, type_, options):
        d = models.NotificationDestination(org=org, user=ada, name=name, type=type_, options=ConfigurationContainer(options, dest_schema(type_)))
        add(d); db.session.flush()
        return d
    mail = destination('Harbour master', 'email', {'addresses': 'master@harbour.example'})
    hook = destination('Radio', 'webhook', {'url': 'https://radio.harbour.example/hook', 'username': 'sextant', 'password': 'over and out'})
    a1 = models.Alert(name='Too many ships', query_rel=ships, user=ada, options={'column': 'id', 'op': '>' if version >= 10 else 'greater than', 'value': 10, 'muted': False, 'custom_subject': 'Ships: {{QUERY_RESULT_VALUE}}', 'custom_body': ''}, state='triggered', rearm=60)
    a1.last_triggered_at = at(6)
    a2 = models.Alert(name='Quiet', query_rel=flags, user=ben, options={'column': 'name', 'op': 'equals', 'value': 'XX'}, state='ok')
    add(a1); add(a2); db.session.flush()
    for u, d in ((ada, mail), (ada, hook), (ben, None)):
        add(models.AlertSubscription(user=u, alert=a1, destination=d))
    add(models.QuerySnippet(org=org, trigger='recent', description='Ships of the last days', user=ben, snippet="arrived > now() - interval '${1:3} days'"))
    def result(q, sql, data):
        r = models.QueryResult(org=org, data_source=q.data_source, query_hash=gen_query_hash(sql), query_text=sql, data=data if version >= 25 else json.dumps(data), runtime=0.25, retrieved_at=at(7))
        add(r); db.session.flush()
        q.latest_query_data = r
    result(ships, ships.query_text, {'columns': [
        {'name': 'id', 'friendly_name': 'id', 'type': 'integer'}, {'name': 'name', 'friendly_name': 'name', 'type': 'string'},
        {'name': 'tons', 'friendly_name': 'tons', 'type': 'float'}, {'name': 'arrived', 'friendly_name': 'arrived', 'type': 'datetime'}],
        'rows': [{'id': 1, 'name': 'Nordlys', 'tons': 11200.5, 'arrived': '2024-02-01T08:30:00'}, {'id': 2, 'name': 'Ærø', 'tons': None, 'arrived': '2024-02-03T17:05:00'}]})
    result(flags, flags.query_text, {'columns': [{'name': 'name', 'friendly_name': 'name', 'type': 'string'}, {'name': 'value', 'friendly_name': 'value', 'type': 'string'}],
        'rows': [{'name': 'DK', 'value': 'DK'}, {'name': 'NO', 'value': 'NO'}, {'name': 'SE', 'value': 'SE'}]})
    db.session.commit()
    print('seeded', version)
