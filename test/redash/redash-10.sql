SET check_function_bodies = false;

SELECT pg_catalog.set_config('search_path', '', false);

CREATE FUNCTION public.queries_search_vector_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
            BEGIN
                NEW.search_vector = ((setweight(to_tsvector('pg_catalog.simple', regexp_replace(coalesce(CAST(NEW.id AS TEXT), ''), '[-@.]', ' ', 'g')), 'B') || setweight(to_tsvector('pg_catalog.simple', regexp_replace(coalesce(NEW.name, ''), '[-@.]', ' ', 'g')), 'A')) || setweight(to_tsvector('pg_catalog.simple', regexp_replace(coalesce(NEW.description, ''), '[-@.]', ' ', 'g')), 'C')) || setweight(to_tsvector('pg_catalog.simple', regexp_replace(coalesce(NEW.query, ''), '[-@.]', ' ', 'g')), 'D');
                RETURN NEW;
            END
            $$;

CREATE TABLE public.access_permissions (
    object_type character varying(255) NOT NULL,
    object_id integer NOT NULL,
    id integer NOT NULL,
    access_type character varying(255) NOT NULL,
    grantor_id integer NOT NULL,
    grantee_id integer NOT NULL
);

CREATE SEQUENCE public.access_permissions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.access_permissions_id_seq OWNED BY public.access_permissions.id;

CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);

CREATE TABLE public.alert_subscriptions (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    user_id integer NOT NULL,
    destination_id integer,
    alert_id integer NOT NULL
);

CREATE SEQUENCE public.alert_subscriptions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.alert_subscriptions_id_seq OWNED BY public.alert_subscriptions.id;

CREATE TABLE public.alerts (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    query_id integer NOT NULL,
    user_id integer NOT NULL,
    options text NOT NULL,
    state character varying(255) NOT NULL,
    last_triggered_at timestamp with time zone,
    rearm integer
);

CREATE SEQUENCE public.alerts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.alerts_id_seq OWNED BY public.alerts.id;

CREATE TABLE public.api_keys (
    object_type character varying(255) NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    org_id integer NOT NULL,
    api_key character varying(255) NOT NULL,
    active boolean NOT NULL,
    object_id integer NOT NULL,
    created_by_id integer
);

CREATE SEQUENCE public.api_keys_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.api_keys_id_seq OWNED BY public.api_keys.id;

CREATE TABLE public.changes (
    object_type character varying(255) NOT NULL,
    id integer NOT NULL,
    object_id integer NOT NULL,
    object_version integer NOT NULL,
    user_id integer NOT NULL,
    change text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.changes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.changes_id_seq OWNED BY public.changes.id;

CREATE TABLE public.dashboards (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    version integer NOT NULL,
    org_id integer NOT NULL,
    slug character varying(140) NOT NULL,
    name character varying(100) NOT NULL,
    user_id integer NOT NULL,
    layout text NOT NULL,
    dashboard_filters_enabled boolean NOT NULL,
    is_archived boolean NOT NULL,
    is_draft boolean NOT NULL,
    tags character varying[],
    options json DEFAULT '{}'::json NOT NULL
);

CREATE SEQUENCE public.dashboards_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.dashboards_id_seq OWNED BY public.dashboards.id;

CREATE TABLE public.data_source_groups (
    id integer NOT NULL,
    data_source_id integer NOT NULL,
    group_id integer NOT NULL,
    view_only boolean NOT NULL
);

CREATE SEQUENCE public.data_source_groups_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.data_source_groups_id_seq OWNED BY public.data_source_groups.id;

CREATE TABLE public.data_sources (
    id integer NOT NULL,
    org_id integer NOT NULL,
    name character varying(255) NOT NULL,
    type character varying(255) NOT NULL,
    encrypted_options bytea NOT NULL,
    queue_name character varying(255) NOT NULL,
    scheduled_queue_name character varying(255) NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.data_sources_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.data_sources_id_seq OWNED BY public.data_sources.id;

CREATE TABLE public.events (
    id integer NOT NULL,
    org_id integer NOT NULL,
    user_id integer,
    action character varying(255) NOT NULL,
    object_type character varying(255) NOT NULL,
    object_id character varying(255),
    additional_properties text,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.events_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.events_id_seq OWNED BY public.events.id;

CREATE TABLE public.favorites (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    org_id integer NOT NULL,
    object_type character varying(255) NOT NULL,
    object_id integer NOT NULL,
    user_id integer NOT NULL
);

CREATE SEQUENCE public.favorites_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.favorites_id_seq OWNED BY public.favorites.id;

CREATE TABLE public.groups (
    id integer NOT NULL,
    org_id integer NOT NULL,
    type character varying(255) NOT NULL,
    name character varying(100) NOT NULL,
    permissions character varying(255)[] NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.groups_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.groups_id_seq OWNED BY public.groups.id;

CREATE TABLE public.notification_destinations (
    id integer NOT NULL,
    org_id integer NOT NULL,
    user_id integer NOT NULL,
    name character varying(255) NOT NULL,
    type character varying(255) NOT NULL,
    encrypted_options bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.notification_destinations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.notification_destinations_id_seq OWNED BY public.notification_destinations.id;

CREATE TABLE public.organizations (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    slug character varying(255) NOT NULL,
    settings text NOT NULL
);

CREATE SEQUENCE public.organizations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.organizations_id_seq OWNED BY public.organizations.id;

CREATE TABLE public.queries (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    version integer NOT NULL,
    org_id integer NOT NULL,
    data_source_id integer,
    latest_query_data_id integer,
    name character varying(255) NOT NULL,
    description character varying(4096),
    query text NOT NULL,
    query_hash character varying(32) NOT NULL,
    api_key character varying(40) NOT NULL,
    user_id integer NOT NULL,
    last_modified_by_id integer,
    is_archived boolean NOT NULL,
    is_draft boolean NOT NULL,
    schedule text,
    schedule_failures integer NOT NULL,
    options text NOT NULL,
    search_vector tsvector,
    tags character varying[]
);

CREATE SEQUENCE public.queries_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.queries_id_seq OWNED BY public.queries.id;

CREATE TABLE public.query_results (
    id integer NOT NULL,
    org_id integer NOT NULL,
    data_source_id integer NOT NULL,
    query_hash character varying(32) NOT NULL,
    query text NOT NULL,
    data text NOT NULL,
    runtime double precision NOT NULL,
    retrieved_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.query_results_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.query_results_id_seq OWNED BY public.query_results.id;

CREATE TABLE public.query_snippets (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    org_id integer NOT NULL,
    trigger character varying(255) NOT NULL,
    description text NOT NULL,
    user_id integer NOT NULL,
    snippet text NOT NULL
);

CREATE SEQUENCE public.query_snippets_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.query_snippets_id_seq OWNED BY public.query_snippets.id;

CREATE TABLE public.users (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    org_id integer NOT NULL,
    name character varying(320) NOT NULL,
    email character varying(255) NOT NULL,
    profile_image_url character varying(320),
    password_hash character varying(128),
    groups integer[],
    api_key character varying(40) NOT NULL,
    disabled_at timestamp with time zone,
    details json DEFAULT '{}'::json
);

CREATE SEQUENCE public.users_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.users_id_seq OWNED BY public.users.id;

CREATE TABLE public.visualizations (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    type character varying(100) NOT NULL,
    query_id integer NOT NULL,
    name character varying(255) NOT NULL,
    description character varying(4096),
    options text NOT NULL
);

CREATE SEQUENCE public.visualizations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.visualizations_id_seq OWNED BY public.visualizations.id;

CREATE TABLE public.widgets (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    visualization_id integer,
    text text,
    width integer NOT NULL,
    options text NOT NULL,
    dashboard_id integer NOT NULL
);

CREATE SEQUENCE public.widgets_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.widgets_id_seq OWNED BY public.widgets.id;

ALTER TABLE ONLY public.access_permissions ALTER COLUMN id SET DEFAULT nextval('public.access_permissions_id_seq'::regclass);

ALTER TABLE ONLY public.alert_subscriptions ALTER COLUMN id SET DEFAULT nextval('public.alert_subscriptions_id_seq'::regclass);

ALTER TABLE ONLY public.alerts ALTER COLUMN id SET DEFAULT nextval('public.alerts_id_seq'::regclass);

ALTER TABLE ONLY public.api_keys ALTER COLUMN id SET DEFAULT nextval('public.api_keys_id_seq'::regclass);

ALTER TABLE ONLY public.changes ALTER COLUMN id SET DEFAULT nextval('public.changes_id_seq'::regclass);

ALTER TABLE ONLY public.dashboards ALTER COLUMN id SET DEFAULT nextval('public.dashboards_id_seq'::regclass);

ALTER TABLE ONLY public.data_source_groups ALTER COLUMN id SET DEFAULT nextval('public.data_source_groups_id_seq'::regclass);

ALTER TABLE ONLY public.data_sources ALTER COLUMN id SET DEFAULT nextval('public.data_sources_id_seq'::regclass);

ALTER TABLE ONLY public.events ALTER COLUMN id SET DEFAULT nextval('public.events_id_seq'::regclass);

ALTER TABLE ONLY public.favorites ALTER COLUMN id SET DEFAULT nextval('public.favorites_id_seq'::regclass);

ALTER TABLE ONLY public.groups ALTER COLUMN id SET DEFAULT nextval('public.groups_id_seq'::regclass);

ALTER TABLE ONLY public.notification_destinations ALTER COLUMN id SET DEFAULT nextval('public.notification_destinations_id_seq'::regclass);

ALTER TABLE ONLY public.organizations ALTER COLUMN id SET DEFAULT nextval('public.organizations_id_seq'::regclass);

ALTER TABLE ONLY public.queries ALTER COLUMN id SET DEFAULT nextval('public.queries_id_seq'::regclass);

ALTER TABLE ONLY public.query_results ALTER COLUMN id SET DEFAULT nextval('public.query_results_id_seq'::regclass);

ALTER TABLE ONLY public.query_snippets ALTER COLUMN id SET DEFAULT nextval('public.query_snippets_id_seq'::regclass);

ALTER TABLE ONLY public.users ALTER COLUMN id SET DEFAULT nextval('public.users_id_seq'::regclass);

ALTER TABLE ONLY public.visualizations ALTER COLUMN id SET DEFAULT nextval('public.visualizations_id_seq'::regclass);

ALTER TABLE ONLY public.widgets ALTER COLUMN id SET DEFAULT nextval('public.widgets_id_seq'::regclass);

INSERT INTO public.access_permissions VALUES ('queries', 3, 1, 'modify', 2, 1);
INSERT INTO public.access_permissions VALUES ('dashboards', 1, 2, 'modify', 1, 2);

INSERT INTO public.alembic_version VALUES ('89bc7873a3e0');

INSERT INTO public.alert_subscriptions VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 1, 1, 1, 1);
INSERT INTO public.alert_subscriptions VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 2, 1, 2, 1);
INSERT INTO public.alert_subscriptions VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 3, 2, NULL, 1);

INSERT INTO public.alerts VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 2, 'Quiet', 2, 2, '{"column": "name", "op": "equals", "value": "XX"}', 'ok', NULL, NULL);
INSERT INTO public.alerts VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 1, 'Too many ships', 1, 1, '{"column": "id", "op": ">", "value": 10, "muted": false, "custom_subject": "Ships: {{QUERY_RESULT_VALUE}}", "custom_body": ""}', 'triggered', '2024-03-06 09:00:00+00', 60);

INSERT INTO public.api_keys VALUES ('dashboards', '2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 1, 1, 'ttttttttPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP', true, 1, 1);
INSERT INTO public.api_keys VALUES ('dashboards', '2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 2, 1, 'uuuuuuuuPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP', false, 3, 1);

INSERT INTO public.changes VALUES ('queries', 1, 1, 1, 1, '{"query": {"previous": "select id, name, tons, arrived from ships order by id", "current": "select id, name, tons, arrived from ships order by id"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": 1, "current": 1}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "Ships of the year", "current": "Ships of the year"}, "description": {"previous": "All ships, *by id*.", "current": "All ships, *by id*."}, "query_hash": {"previous": null, "current": "d62475e5e70d4d46bed15c899ccb933a"}, "api_key": {"previous": "q1SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q1SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 1, "current": 1}, "last_modified_by_id": {"previous": 1, "current": 1}, "is_archived": {"previous": false, "current": false}, "is_draft": {"previous": false, "current": false}, "schedule": {"previous": {"interval": 3600, "time": null, "day_of_week": null, "until": null}, "current": {"interval": 3600, "time": null, "day_of_week": null, "until": null}}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {"apply_auto_limit": false}, "current": {"apply_auto_limit": false}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": ["ships", "Berths"], "current": ["ships", "Berths"]}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('queries', 2, 2, 1, 2, '{"query": {"previous": "select flag as name, flag as value from flags order by 1", "current": "select flag as name, flag as value from flags order by 1"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": 1, "current": 1}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "Flags", "current": "Flags"}, "description": {"previous": null, "current": null}, "query_hash": {"previous": null, "current": "9b1431b82c08aba9b3f3a9f711948f17"}, "api_key": {"previous": "q2SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q2SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 2, "current": 2}, "last_modified_by_id": {"previous": 2, "current": 2}, "is_archived": {"previous": false, "current": false}, "is_draft": {"previous": false, "current": false}, "schedule": {"previous": null, "current": null}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {}, "current": {}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": null, "current": null}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('queries', 3, 3, 1, 2, '{"query": {"previous": "select flag, sum(tons) as tons from ships where flag = ''{{ flag }}'' and arrived >= ''{{ since.start }}'' and arrived < ''{{ since.end }}'' group by 1", "current": "select flag, sum(tons) as tons from ships where flag = ''{{ flag }}'' and arrived >= ''{{ since.start }}'' and arrived < ''{{ since.end }}'' group by 1"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": 1, "current": 1}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "Tons by flag", "current": "Tons by flag"}, "description": {"previous": null, "current": null}, "query_hash": {"previous": null, "current": "db26f479d22cdf52bf2f221849a3e137"}, "api_key": {"previous": "q3SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q3SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 2, "current": 2}, "last_modified_by_id": {"previous": 2, "current": 2}, "is_archived": {"previous": false, "current": false}, "is_draft": {"previous": false, "current": false}, "schedule": {"previous": {"interval": 86400, "time": "06:00", "day_of_week": null, "until": "2031-01-01"}, "current": {"interval": 86400, "time": "06:00", "day_of_week": null, "until": "2031-01-01"}}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {"parameters": [{"name": "flag", "title": "Flag", "type": "query", "queryId": 2, "value": "NO", "global": false, "locals": []}, {"name": "since", "title": "Since", "type": "date-range", "value": {"start": "2024-01-01", "end": "2024-12-31"}, "global": false, "locals": []}]}, "current": {"parameters": [{"name": "flag", "title": "Flag", "type": "query", "queryId": 2, "value": "NO", "global": false, "locals": []}, {"name": "since", "title": "Since", "type": "date-range", "value": {"start": "2024-01-01", "end": "2024-12-31"}, "global": false, "locals": []}]}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": ["ships"], "current": ["ships"]}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('queries', 4, 4, 1, 3, '{"query": {"previous": "select 1 as one", "current": "select 1 as one"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": 1, "current": 1}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "A draft", "current": "A draft"}, "description": {"previous": null, "current": null}, "query_hash": {"previous": null, "current": "c76f782428bd11b1c0b745d5137d5623"}, "api_key": {"previous": "q4SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q4SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 3, "current": 3}, "last_modified_by_id": {"previous": 3, "current": 3}, "is_archived": {"previous": false, "current": false}, "is_draft": {"previous": true, "current": true}, "schedule": {"previous": null, "current": null}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {}, "current": {}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": null, "current": null}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('queries', 5, 5, 1, 4, '{"query": {"previous": "select 2 as two", "current": "select 2 as two"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": 1, "current": 1}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "Old cranes", "current": "Old cranes"}, "description": {"previous": null, "current": null}, "query_hash": {"previous": null, "current": "eec7df3730ad83860bfab2f01f8a7022"}, "api_key": {"previous": "q5SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q5SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 4, "current": 4}, "last_modified_by_id": {"previous": 4, "current": 4}, "is_archived": {"previous": true, "current": true}, "is_draft": {"previous": false, "current": false}, "schedule": {"previous": null, "current": null}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {}, "current": {}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": null, "current": null}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('queries', 6, 6, 1, 1, '{"query": {"previous": "select * from query_1", "current": "select * from query_1"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": 3, "current": 3}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "Tons again", "current": "Tons again"}, "description": {"previous": null, "current": null}, "query_hash": {"previous": null, "current": "70de48986a8b9ca36d4129c7df585492"}, "api_key": {"previous": "q6SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q6SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 1, "current": 1}, "last_modified_by_id": {"previous": 1, "current": 1}, "is_archived": {"previous": false, "current": false}, "is_draft": {"previous": false, "current": false}, "schedule": {"previous": null, "current": null}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {}, "current": {}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": null, "current": null}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('queries', 7, 7, 1, 1, '{"query": {"previous": "level", "current": "level"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": 4, "current": 4}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "Water level", "current": "Water level"}, "description": {"previous": null, "current": null}, "query_hash": {"previous": null, "current": "c9e9a848920877e76685b2e4e76de38d"}, "api_key": {"previous": "q7SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q7SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 1, "current": 1}, "last_modified_by_id": {"previous": 1, "current": 1}, "is_archived": {"previous": false, "current": false}, "is_draft": {"previous": false, "current": false}, "schedule": {"previous": null, "current": null}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {}, "current": {}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": null, "current": null}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('queries', 8, 8, 1, 1, '{"query": {"previous": "select 3", "current": "select 3"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": null, "current": null}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "Without a data source", "current": "Without a data source"}, "description": {"previous": null, "current": null}, "query_hash": {"previous": null, "current": "89e85f988c34e9cab13f49e0cb22afd3"}, "api_key": {"previous": "q8SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q8SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 1, "current": 1}, "last_modified_by_id": {"previous": 1, "current": 1}, "is_archived": {"previous": false, "current": false}, "is_draft": {"previous": false, "current": false}, "schedule": {"previous": null, "current": null}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {}, "current": {}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": null, "current": null}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('queries', 9, 9, 1, 1, '{"query": {"previous": "select 4 as four", "current": "select 4 as four"}, "org_id": {"previous": 1, "current": 1}, "data_source_id": {"previous": 1, "current": 1}, "latest_query_data_id": {"previous": null, "current": null}, "name": {"previous": "A bad schedule", "current": "A bad schedule"}, "description": {"previous": null, "current": null}, "query_hash": {"previous": null, "current": "e73fe3505f97d95c8d0bc0593996fc79"}, "api_key": {"previous": "q9SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "current": "q9SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "user_id": {"previous": 1, "current": 1}, "last_modified_by_id": {"previous": 1, "current": 1}, "is_archived": {"previous": false, "current": false}, "is_draft": {"previous": false, "current": false}, "schedule": {"previous": {"interval": "now and then", "time": "25:99", "day_of_week": null, "until": null}, "current": {"interval": "now and then", "time": "25:99", "day_of_week": null, "until": null}}, "schedule_failures": {"previous": null, "current": 0}, "options": {"previous": {}, "current": {}}, "search_vector": {"previous": null, "current": null}, "tags": {"previous": null, "current": null}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('dashboards', 10, 1, 1, 1, '{"org_id": {"previous": null, "current": 1}, "slug": {"previous": "harbour-today", "current": "harbour-today"}, "name": {"previous": "Harbour today", "current": "Harbour today"}, "user_id": {"previous": null, "current": 1}, "layout": {"previous": "[]", "current": "[]"}, "dashboard_filters_enabled": {"previous": null, "current": true}, "is_archived": {"previous": null, "current": false}, "is_draft": {"previous": false, "current": false}, "tags": {"previous": ["ships"], "current": ["ships"]}, "options": {"previous": null, "current": {}}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('dashboards', 11, 2, 1, 2, '{"org_id": {"previous": null, "current": 1}, "slug": {"previous": "drafts-of-ben", "current": "drafts-of-ben"}, "name": {"previous": "Drafts of Ben", "current": "Drafts of Ben"}, "user_id": {"previous": null, "current": 2}, "layout": {"previous": "[]", "current": "[]"}, "dashboard_filters_enabled": {"previous": null, "current": false}, "is_archived": {"previous": null, "current": false}, "is_draft": {"previous": null, "current": true}, "tags": {"previous": null, "current": null}, "options": {"previous": null, "current": {}}}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.changes VALUES ('dashboards', 12, 3, 1, 4, '{"org_id": {"previous": null, "current": 1}, "slug": {"previous": "last-year", "current": "last-year"}, "name": {"previous": "Last year", "current": "Last year"}, "user_id": {"previous": null, "current": 4}, "layout": {"previous": "[]", "current": "[]"}, "dashboard_filters_enabled": {"previous": null, "current": false}, "is_archived": {"previous": null, "current": true}, "is_draft": {"previous": false, "current": false}, "tags": {"previous": null, "current": null}, "options": {"previous": null, "current": {}}}', '2026-11-28 01:16:40.074734+00');

INSERT INTO public.dashboards VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-04 09:00:00+00', 2, 3, 1, 'drafts-of-ben', 'Drafts of Ben', 2, '[]', false, false, true, NULL, '{}');
INSERT INTO public.dashboards VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-04 09:00:00+00', 3, 2, 1, 'last-year', 'Last year', 4, '[]', false, true, false, NULL, '{}');
INSERT INTO public.dashboards VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-04 09:00:00+00', 1, 6, 1, 'harbour-today', 'Harbour today', 1, '[]', true, false, false, '{ships}', '{"globalParamOrder": ["flag"]}');

INSERT INTO public.data_source_groups VALUES (1, 1, 2, false);
INSERT INTO public.data_source_groups VALUES (2, 1, 4, true);
INSERT INTO public.data_source_groups VALUES (3, 2, 3, false);
INSERT INTO public.data_source_groups VALUES (4, 3, 2, false);
INSERT INTO public.data_source_groups VALUES (5, 4, 2, false);

INSERT INTO public.data_sources VALUES (1, 1, 'Berths', 'pg', '\x6741414141414272436974344f473752596e4f644d6f3566754f34793037366c4f75617a743754636e666f33656639426f6c66314771466d304f4931314163334e4d746774482d7754364a342d48775239473736336476586e756b4c6e57786934434744376c43675647306f6451476a5a7a444247657230532d5359635677327a48547547634653594b65436a756f425f366e4d4e706578735f5f746b5a59546b6a7a3363554d4971366a5f36555f71566c31394a4d7a744e4f62304e76785938617a314f7a456b7273686c614a5a6c385733326f5775366c47666856566c3362316f54624f4755542d786f6866635458336a36733234726f575573384c365144654453435674566c566249', 'queries', 'scheduled_queries', '2024-03-02 09:00:00+00');
INSERT INTO public.data_sources VALUES (2, 1, 'Ledger', 'sqlite', '\x6741414141414272436974344a543046725f7052787250396a6a38633055797144613354343670305564577239724e3132505f484d64394f314166517578786b5f37596767756436415a59546a2d437577485a63304642486570397a7a74517473384a65795f5462684a75344935655f795973715165733d', 'queries', 'scheduled_queries', '2024-03-02 09:00:00+00');
INSERT INTO public.data_sources VALUES (3, 1, 'Results', 'results', '\x674141414141427243697434454d59345176356266394d426f5f4e67704f4d6b7235754a6d48554e6e414242563276696c7a5a5f6c463937327853774776623168445243684d79317a3855686d3331576168304d73566975505759656a6b72534e673d3d', 'queries', 'scheduled_queries', '2024-03-02 09:00:00+00');
INSERT INTO public.data_sources VALUES (4, 1, 'Tide gauge', 'tide_gauge', '\x674141414141427243697434444f746c5641464a4a4e73795f7678554a53376736787251782d7661664f4d355274665f6a4176373735514178766b654f44324663716167434e384e4a3755796232743566444142446b55486647486562534c6a4c414f7432683367454d4d5f642d5171734a6149386b3430764c55483969713834526a53616e736b614264644d6f4834625051316d674c5a394d4d3765554f74715a696445354635765941387969755272523870497a4b692d6276677175623458616349617159445948754d', 'queries', 'scheduled_queries', '2024-03-02 09:00:00+00');

INSERT INTO public.favorites VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 1, 1, 'Query', 1, 2);
INSERT INTO public.favorites VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 2, 1, 'Dashboard', 1, 2);

INSERT INTO public.groups VALUES (1, 1, 'builtin', 'admin', '{admin,super_admin}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.groups VALUES (2, 1, 'builtin', 'default', '{create_dashboard,create_query,edit_dashboard,edit_query,view_query,view_source,execute_query,list_users,schedule_query,list_dashboards,list_alerts,list_data_sources}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.groups VALUES (3, 1, 'regular', 'Pilots', '{create_dashboard,create_query,edit_dashboard,edit_query,view_query,view_source,execute_query,list_users,schedule_query,list_dashboards,list_alerts,list_data_sources}', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.groups VALUES (4, 1, 'regular', 'Readers', '{view_query,list_dashboards,a_permission_of_a_plugin}', '2026-11-28 01:16:40.074734+00');

INSERT INTO public.notification_destinations VALUES (1, 1, 1, 'Harbour master', 'email', '\x67414141414142724369743445336d535836777453476356314b3130464f4d696e333375326e74684637566e704b4d6955516c654352764c426636494b75466f37704c5670664e4b52426b2d347a46496133776a56556b78484b596f53776c6239675473544334644c4c7a4f75337965524849435a68584c6436682d4e714a486b77393232734a5a4f353179', '2026-11-28 01:16:40.074734+00');
INSERT INTO public.notification_destinations VALUES (2, 1, 1, 'Radio', 'webhook', '\x6741414141414272436974344e56783337616c324d47626b65764666685765326c36794f4f624c4a49336c374d4966466c475762467542536979354d7a566e6d3338724543656e704f785936466430756561465f434f4c2d424e5443633539556c5665707a356974756a66515a7161455976645932336f7375726346544963455f593961703178504e2d6d486b776f5a30375142614379643471716642374939645232452d646530397936755f6d4368357665534f514575344d356557757341564e697130304264596b5173363836595a75526c4a574539776f6765416e596b55413d3d', '2026-11-28 01:16:40.074734+00');

INSERT INTO public.organizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 1, 'Harbour Office', 'default', '{"settings": {"date_format": "DD/MM/YY", "time_format": "HH:mm:ss", "float_format": "0,0.000", "feature_show_permissions_control": true, "beacon_consent": false, "hide_plotly_mode_bar": true, "multi_byte_search_enabled": true, "auth_password_login_enabled": true, "colour_of_the_moon": "grey"}, "google_apps_domains": ["harbour.example"]}');

INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 4, 1, 1, 1, NULL, 'A draft', NULL, 'select 1 as one', 'c76f782428bd11b1c0b745d5137d5623', 'q4SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 3, 3, false, true, NULL, 0, '{}', '''1'':5 ''4'':1B ''a'':2A ''as'':6 ''draft'':3A ''one'':7 ''select'':4', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 5, 1, 1, 1, NULL, 'Old cranes', NULL, 'select 2 as two', 'eec7df3730ad83860bfab2f01f8a7022', 'q5SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 4, 4, true, false, NULL, 0, '{}', '''2'':5 ''5'':1B ''as'':6 ''cranes'':3A ''old'':2A ''select'':4 ''two'':7', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 6, 1, 1, 3, NULL, 'Tons again', NULL, 'select * from query_1', '70de48986a8b9ca36d4129c7df585492', 'q6SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 1, 1, false, false, NULL, 0, '{}', '''1'':7 ''6'':1B ''again'':3A ''from'':5 ''query'':6 ''select'':4 ''tons'':2A', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 7, 1, 1, 4, NULL, 'Water level', NULL, 'level', 'c9e9a848920877e76685b2e4e76de38d', 'q7SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 1, 1, false, false, NULL, 0, '{}', '''7'':1B ''level'':3A,4 ''water'':2A', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 8, 1, 1, NULL, NULL, 'Without a data source', NULL, 'select 3', '89e85f988c34e9cab13f49e0cb22afd3', 'q8SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 1, 1, false, false, NULL, 0, '{}', '''3'':7 ''8'':1B ''a'':3A ''data'':4A ''select'':6 ''source'':5A ''without'':2A', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 9, 1, 1, 1, NULL, 'A bad schedule', NULL, 'select 4 as four', 'e73fe3505f97d95c8d0bc0593996fc79', 'q9SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 1, 1, false, false, '{"interval": "now and then", "time": "25:99", "day_of_week": null, "until": null}', 0, '{}', '''4'':6 ''9'':1B ''a'':2A ''as'':7 ''bad'':3A ''four'':8 ''schedule'':4A ''select'':5', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 3, 1, 1, 1, NULL, 'Tons by flag', NULL, 'select flag, sum(tons) as tons from ships where flag = ''{{ flag }}'' and arrived >= ''{{ since.start }}'' and arrived < ''{{ since.end }}'' group by 1', 'db26f479d22cdf52bf2f221849a3e137', 'q3SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 2, 2, false, false, '{"interval": 86400, "time": "06:00", "day_of_week": null, "until": "2031-01-01"}', 0, '{"parameters": [{"name": "flag", "title": "Flag", "type": "query", "queryId": 2, "value": "NO", "global": false, "locals": []}, {"name": "since", "title": "Since", "type": "date-range", "value": {"start": "2024-01-01", "end": "2024-12-31"}, "global": false, "locals": []}]}', '''1'':26 ''3'':1B ''and'':16,20 ''arrived'':17,21 ''as'':9 ''by'':3A,25 ''end'':23 ''flag'':4A,6,14,15 ''from'':11 ''group'':24 ''select'':5 ''ships'':12 ''since'':18,22 ''start'':19 ''sum'':7 ''tons'':2A,8,10 ''where'':13', '{ships}');
INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 1, 1, 1, 1, 1, 'Ships of the year', 'All ships, *by id*.', 'select id, name, tons, arrived from ships order by id', 'd62475e5e70d4d46bed15c899ccb933a', 'q1SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 1, 1, false, false, '{"interval": 3600, "time": null, "day_of_week": null, "until": null}', 0, '{"apply_auto_limit": false}', '''1'':1B ''all'':6C ''arrived'':14 ''by'':8C,18 ''from'':15 ''id'':9C,11,19 ''name'':12 ''of'':3A ''order'':17 ''select'':10 ''ships'':2A,7C,16 ''the'':4A ''tons'':13 ''year'':5A', '{ships,Berths}');
INSERT INTO public.queries VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-03 09:00:00+00', 2, 1, 1, 1, 2, 'Flags', NULL, 'select flag as name, flag as value from flags order by 1', '9b1431b82c08aba9b3f3a9f711948f17', 'q2SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 2, 2, false, false, NULL, 0, '{}', '''1'':14 ''2'':1B ''as'':5,8 ''by'':13 ''flag'':4,7 ''flags'':2A,11 ''from'':10 ''name'':6 ''order'':12 ''select'':3 ''value'':9', NULL);

INSERT INTO public.query_results VALUES (1, 1, 1, 'd62475e5e70d4d46bed15c899ccb933a', 'select id, name, tons, arrived from ships order by id', '{"columns": [{"name": "id", "friendly_name": "id", "type": "integer"}, {"name": "name", "friendly_name": "name", "type": "string"}, {"name": "tons", "friendly_name": "tons", "type": "float"}, {"name": "arrived", "friendly_name": "arrived", "type": "datetime"}], "rows": [{"id": 1, "name": "Nordlys", "tons": 11200.5, "arrived": "2024-02-01T08:30:00"}, {"id": 2, "name": "\u00c6r\u00f8", "tons": null, "arrived": "2024-02-03T17:05:00"}]}', 0.25, '2024-03-07 09:00:00+00');
INSERT INTO public.query_results VALUES (2, 1, 1, '9b1431b82c08aba9b3f3a9f711948f17', 'select flag as name, flag as value from flags order by 1', '{"columns": [{"name": "name", "friendly_name": "name", "type": "string"}, {"name": "value", "friendly_name": "value", "type": "string"}], "rows": [{"name": "DK", "value": "DK"}, {"name": "NO", "value": "NO"}, {"name": "SE", "value": "SE"}]}', 0.25, '2024-03-07 09:00:00+00');

INSERT INTO public.query_snippets VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 1, 1, 'recent', 'Ships of the last days', 2, 'arrived > now() - interval ''${1:3} days''');

INSERT INTO public.users VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-01 09:00:00+00', 5, 1, 'Eve Invited', 'eve@harbour.example', NULL, NULL, '{2}', 'eeeeeeeeKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', NULL, '{"is_email_verified": true, "is_invitation_pending": true}');
INSERT INTO public.users VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-01 09:00:00+00', 3, 1, 'Cleo Pier', 'cleo@harbour.example', NULL, NULL, '{4}', 'ccccccccKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', NULL, '{"is_email_verified": true, "is_invitation_pending": false}');
INSERT INTO public.users VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-01 09:00:00+00', 4, 1, 'Dan Left', 'dan@harbour.example', NULL, '$6$rounds=656000$TbK27UtVpjdYVhhx$dF4SBedce84ySCXZbdQyOJvkaSOlyfyLSqJV9bzHHn.z/oISOQAqr/p1bpPh67WjDWB0W2F1ZyapH8zSzib4Q/', '{2}', 'ddddddddKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', '2024-03-04 09:00:00+00', '{"is_email_verified": true, "is_invitation_pending": false}');
INSERT INTO public.users VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-01 09:00:00+00', 1, 1, 'Ada Quay', 'ada@harbour.example', NULL, '$6$rounds=656000$0jPF/iQk1MhoBVD8$9vHb3kSwaZgscd9bdTAKGPGaTMyMyMLi5Q2dqOVDgCPNakGbuiNMIIF3eIopJL3WDfJEO1NXvyeuAkeyj/QgA.', '{1,2}', 'aaaaaaaaKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', NULL, '{"is_email_verified": true, "is_invitation_pending": false, "active_at": "2024-03-05T10:00:00Z"}');
INSERT INTO public.users VALUES ('2026-11-28 01:16:40.074734+00', '2024-03-01 09:00:00+00', 2, 1, 'Ben Mole', 'ben@harbour.example', NULL, '$6$rounds=656000$QbteewnQFcmVL3CB$L/jUP8EUwNCCVr3mQz1/4su3vc3rHmUjMvjk8VMIXg.m9ic67O.XUJT07WdxTEJpZj3lKSLmiW9C60JbSnwPZ/', '{2,3}', 'bbbbbbbbKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', NULL, '{"is_email_verified": true, "is_invitation_pending": false}');

INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 2, 'TABLE', 2, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 3, 'TABLE', 3, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 4, 'TABLE', 4, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 5, 'TABLE', 5, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 6, 'TABLE', 6, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 7, 'TABLE', 7, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 8, 'TABLE', 8, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 9, 'TABLE', 9, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 11, 'COUNTER', 1, 'How many', 'of this year', '{"counterLabel": "Ships", "counterColName": "id", "rowNumber": 1, "targetRowNumber": 1, "stringDecimal": 0, "countRow": true}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 10, 'CHART', 3, 'Tons', '', '{"globalSeriesType": "column", "columnMapping": {"flag": "x", "tons": "y"}, "sortX": true, "legend": {"enabled": true}, "yAxis": [{"type": "linear"}, {"type": "linear", "opposite": true}], "xAxis": {"type": "-", "labels": {"enabled": true}}, "seriesOptions": {}}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 1, 'TABLE', 1, 'Table', '', '{}');

INSERT INTO public.widgets VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 1, 11, '', 1, '{"isHidden": false, "position": {"autoHeight": false, "sizeX": 2, "sizeY": 3, "minSizeX": 1, "maxSizeX": 6, "minSizeY": 1, "maxSizeY": 1000, "col": 0, "row": 0}}', 1);
INSERT INTO public.widgets VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 2, 10, '', 1, '{"isHidden": false, "position": {"autoHeight": false, "sizeX": 4, "sizeY": 8, "minSizeX": 1, "maxSizeX": 6, "minSizeY": 1, "maxSizeY": 1000, "col": 2, "row": 0}, "parameterMappings": {"flag": {"name": "flag", "type": "dashboard-level", "mapTo": "flag", "value": null, "title": ""}, "since": {"name": "since", "type": "static-value", "mapTo": "since", "value": {"start": "2024-01-01", "end": "2024-07-01"}, "title": ""}}}', 1);
INSERT INTO public.widgets VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 3, NULL, '## Berths

Ask *Ben*.', 1, '{"isHidden": false, "position": {"autoHeight": false, "sizeX": 2, "sizeY": 2, "minSizeX": 1, "maxSizeX": 6, "minSizeY": 1, "maxSizeY": 1000, "col": 0, "row": 3}}', 1);
INSERT INTO public.widgets VALUES ('2026-11-28 01:16:40.074734+00', '2026-11-28 01:16:40.074734+00', 4, 1, '', 1, '{"isHidden": false, "position": {"autoHeight": false, "sizeX": 6, "sizeY": 5, "minSizeX": 1, "maxSizeX": 6, "minSizeY": 1, "maxSizeY": 1000, "col": 0, "row": 0}}', 2);

SELECT pg_catalog.setval('public.access_permissions_id_seq', 2, true);

SELECT pg_catalog.setval('public.alert_subscriptions_id_seq', 3, true);

SELECT pg_catalog.setval('public.alerts_id_seq', 2, true);

SELECT pg_catalog.setval('public.api_keys_id_seq', 2, true);

SELECT pg_catalog.setval('public.changes_id_seq', 12, true);

SELECT pg_catalog.setval('public.dashboards_id_seq', 3, true);

SELECT pg_catalog.setval('public.data_source_groups_id_seq', 5, true);

SELECT pg_catalog.setval('public.data_sources_id_seq', 4, true);

SELECT pg_catalog.setval('public.events_id_seq', 1, false);

SELECT pg_catalog.setval('public.favorites_id_seq', 2, true);

SELECT pg_catalog.setval('public.groups_id_seq', 4, true);

SELECT pg_catalog.setval('public.notification_destinations_id_seq', 2, true);

SELECT pg_catalog.setval('public.organizations_id_seq', 1, true);

SELECT pg_catalog.setval('public.queries_id_seq', 9, true);

SELECT pg_catalog.setval('public.query_results_id_seq', 2, true);

SELECT pg_catalog.setval('public.query_snippets_id_seq', 1, true);

SELECT pg_catalog.setval('public.users_id_seq', 5, true);

SELECT pg_catalog.setval('public.visualizations_id_seq', 11, true);

SELECT pg_catalog.setval('public.widgets_id_seq', 4, true);

ALTER TABLE ONLY public.access_permissions
    ADD CONSTRAINT access_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);

ALTER TABLE ONLY public.alert_subscriptions
    ADD CONSTRAINT alert_subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.data_source_groups
    ADD CONSTRAINT data_source_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT favorites_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_destinations
    ADD CONSTRAINT notification_destinations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.query_results
    ADD CONSTRAINT query_results_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.query_snippets
    ADD CONSTRAINT query_snippets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.query_snippets
    ADD CONSTRAINT query_snippets_trigger_key UNIQUE (trigger);

ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT unique_favorite UNIQUE (object_type, object_id, user_id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_api_key_key UNIQUE (api_key);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.visualizations
    ADD CONSTRAINT visualizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX alert_subscriptions_destination_id_alert_id ON public.alert_subscriptions USING btree (destination_id, alert_id);

CREATE INDEX api_keys_object_type_object_id ON public.api_keys USING btree (object_type, object_id);

CREATE INDEX data_sources_org_id_name ON public.data_sources USING btree (org_id, name);

CREATE INDEX ix_api_keys_api_key ON public.api_keys USING btree (api_key);

CREATE INDEX ix_dashboards_is_archived ON public.dashboards USING btree (is_archived);

CREATE INDEX ix_dashboards_is_draft ON public.dashboards USING btree (is_draft);

CREATE INDEX ix_dashboards_slug ON public.dashboards USING btree (slug);

CREATE INDEX ix_queries_is_archived ON public.queries USING btree (is_archived);

CREATE INDEX ix_queries_is_draft ON public.queries USING btree (is_draft);

CREATE INDEX ix_queries_search_vector ON public.queries USING gin (search_vector);

CREATE INDEX ix_query_results_query_hash ON public.query_results USING btree (query_hash);

CREATE INDEX ix_widgets_dashboard_id ON public.widgets USING btree (dashboard_id);

CREATE UNIQUE INDEX notification_destinations_org_id_name ON public.notification_destinations USING btree (org_id, name);

CREATE UNIQUE INDEX users_org_id_email ON public.users USING btree (org_id, email);

CREATE TRIGGER queries_search_vector_trigger BEFORE INSERT OR UPDATE ON public.queries FOR EACH ROW EXECUTE FUNCTION public.queries_search_vector_update();

ALTER TABLE ONLY public.access_permissions
    ADD CONSTRAINT access_permissions_grantee_id_fkey FOREIGN KEY (grantee_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.access_permissions
    ADD CONSTRAINT access_permissions_grantor_id_fkey FOREIGN KEY (grantor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.alert_subscriptions
    ADD CONSTRAINT alert_subscriptions_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES public.alerts(id);

ALTER TABLE ONLY public.alert_subscriptions
    ADD CONSTRAINT alert_subscriptions_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES public.notification_destinations(id);

ALTER TABLE ONLY public.alert_subscriptions
    ADD CONSTRAINT alert_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_query_id_fkey FOREIGN KEY (query_id) REFERENCES public.queries(id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.data_source_groups
    ADD CONSTRAINT data_source_groups_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES public.data_sources(id);

ALTER TABLE ONLY public.data_source_groups
    ADD CONSTRAINT data_source_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id);

ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT favorites_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.notification_destinations
    ADD CONSTRAINT notification_destinations_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.notification_destinations
    ADD CONSTRAINT notification_destinations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES public.data_sources(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_last_modified_by_id_fkey FOREIGN KEY (last_modified_by_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_latest_query_data_id_fkey FOREIGN KEY (latest_query_data_id) REFERENCES public.query_results(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.query_results
    ADD CONSTRAINT query_results_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES public.data_sources(id);

ALTER TABLE ONLY public.query_results
    ADD CONSTRAINT query_results_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.query_snippets
    ADD CONSTRAINT query_snippets_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.query_snippets
    ADD CONSTRAINT query_snippets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.visualizations
    ADD CONSTRAINT visualizations_query_id_fkey FOREIGN KEY (query_id) REFERENCES public.queries(id);

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_dashboard_id_fkey FOREIGN KEY (dashboard_id) REFERENCES public.dashboards(id);

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_visualization_id_fkey FOREIGN KEY (visualization_id) REFERENCES public.visualizations(id);

